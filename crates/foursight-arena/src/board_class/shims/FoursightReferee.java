// Calls a pupil's board class as the referee says, in lines of words between tabs. Every `new` loads the class anew. What
// the class prints goes to standard error.

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

public final class FoursightReferee {
    private static final URL PROGRAM = FoursightReferee.class.getProtectionDomain().getCodeSource().getLocation();
    private static Object board;

    public static void main(String[] arguments) throws Exception {
        InputStream in = new FileInputStream(FileDescriptor.in);
        BufferedReader orders = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        PrintStream replies = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            List<String> answer;
            try {
                answer = obey(Arrays.asList(line.split("\t", -1)));
            } catch (InvocationTargetException error) {
                answer = raised(error.getCause());
            } catch (Throwable error) {
                answer = raised(error);
            }
            replies.println(answer.stream().map(part -> part.replaceAll("[\t\r\n]", " ")).collect(Collectors.joining("\t")));
        }
    }

    private static List<String> obey(List<String> words) throws Exception {
        String name = words.get(1);
        List<String> rest = words.subList(2, words.size());
        switch (words.get(0)) {
            case "describe":
                return describe(name);
            case "new":
                Class<?> kind = find(name);
                board = make(kind, rest);
                return List.of("none");
            case "call":
                return value(call(name, rest));
            default:
                return value(get(name, rest));
        }
    }

    private static List<String> names() throws Exception {
        try (JarFile program = new JarFile(PROGRAM.getPath())) {
            return program.stream()
                    .map(entry -> entry.getName())
                    .filter(entry -> entry.endsWith(".class") && !entry.contains("$"))
                    .map(entry -> entry.substring(0, entry.length() - ".class".length()).replace('/', '.'))
                    .filter(entry -> !entry.equals("FoursightReferee"))
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    // The class with this name, in whatever package; null if there is none.
    private static Class<?> find(String name) throws Exception {
        for (String whole : names()) {
            if (whole.equals(name) || whole.endsWith("." + name)) {
                ClassLoader loader = new URLClassLoader(new URL[] {PROGRAM}, ClassLoader.getPlatformClassLoader());
                return Class.forName(whole, true, loader);
            }
        }
        return null;
    }

    private static List<String> describe(String name) throws Exception {
        Class<?> kind = find(name);
        List<String> answer = new ArrayList<>();
        if (kind == null) {
            answer.add("absent");
            names().forEach(whole -> answer.add("class " + whole));
            return answer;
        }
        answer.add("class");
        for (Constructor<?> constructor : kind.getDeclaredConstructors()) {
            answer.add("new" + parameters(constructor));
        }
        for (Method method : methods(kind)) {
            answer.add(method.getName() + parameters(method));
        }
        return answer;
    }

    private static String parameters(Executable executable) {
        return Arrays.stream(executable.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static List<Method> methods(Class<?> kind) {
        List<Method> methods = new ArrayList<>();
        for (Class<?> each = kind; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (!method.isSynthetic()) {
                    methods.add(method);
                }
            }
        }
        methods.sort((one, other) -> one.toString().compareTo(other.toString()));
        return methods;
    }

    private static Object make(Class<?> kind, List<String> words) throws Exception {
        for (Constructor<?> constructor : kind.getDeclaredConstructors()) {
            Object[] arguments = fit(constructor, words);
            if (arguments != null) {
                constructor.setAccessible(true);
                return constructor.newInstance(arguments);
            }
        }
        throw new NoSuchMethodException("no constructor takes " + words.size() + " such arguments");
    }

    private static Object call(String name, List<String> words) throws Exception {
        for (Method method : methods(board.getClass())) {
            Object[] arguments = method.getName().equals(name) ? fit(method, words) : null;
            if (arguments != null) {
                method.setAccessible(true);
                return method.invoke(Modifier.isStatic(method.getModifiers()) ? null : board, arguments);
            }
        }
        throw new NoSuchMethodException("no " + name + " takes " + words.size() + " such arguments");
    }

    private static Object get(String name, List<String> words) throws Exception {
        Object result = null;
        Class<?> kind = board.getClass();
        Field field = null;
        for (; kind != null && field == null; kind = kind.getSuperclass()) {
            field = Arrays.stream(kind.getDeclaredFields()).filter(each -> each.getName().equals(name)).findFirst().orElse(null);
        }
        if (field == null) {
            throw new NoSuchFieldException("there is no field " + name);
        }
        field.setAccessible(true);
        result = field.get(board);
        for (String word : words) {
            int index = Integer.parseInt(word.substring(1));
            result = result instanceof List<?> list ? list.get(index) : Array.get(result, index);
        }
        return result;
    }

    // The arguments as the types of the parameters; null if they do not fit.
    private static Object[] fit(Executable executable, List<String> words) {
        Class<?>[] types = executable.getParameterTypes();
        if (types.length != words.size()) {
            return null;
        }
        Object[] arguments = new Object[types.length];
        for (int index = 0; index < types.length; index++) {
            String word = words.get(index);
            arguments[index] = word.charAt(0) == 'i' ? number(types[index], Long.parseLong(word.substring(1))) : text(types[index], word.substring(1));
            if (arguments[index] == null) {
                return null;
            }
        }
        return arguments;
    }

    private static Object number(Class<?> type, long number) {
        if (type == int.class || type == Integer.class || type == Object.class) return (int) number;
        if (type == long.class || type == Long.class) return number;
        if (type == byte.class || type == Byte.class) return (byte) number;
        if (type == short.class || type == Short.class) return (short) number;
        if (type == double.class || type == Double.class) return (double) number;
        return null;
    }

    private static Object text(Class<?> type, String text) {
        if (type.isAssignableFrom(String.class)) return text;
        if ((type == char.class || type == Character.class) && text.length() == 1) return text.charAt(0);
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants()).filter(each -> ((Enum<?>) each).name().equals(text)).findFirst().orElse(null);
        }
        return null;
    }

    private static List<String> value(Object result) {
        if (result == null) return List.of("none");
        if (result instanceof Boolean) return List.of("bool", result.toString());
        if (result instanceof Integer || result instanceof Long || result instanceof Short || result instanceof Byte) {
            return List.of("int", result.toString());
        }
        if (result instanceof String || result instanceof Character) return List.of("text", result.toString());
        if (result instanceof Enum<?> constant) return List.of("text", constant.name());
        return List.of("other", String.valueOf(result));
    }

    private static List<String> raised(Throwable error) {
        String text = error.toString();
        for (StackTraceElement frame : error.getStackTrace()) {
            if (frame.getFileName() != null && !frame.getFileName().equals("FoursightReferee.java") && !frame.getClassName().startsWith("java.") && !frame.getClassName().startsWith("jdk.")) {
                return List.of("raised", text + " (" + frame.getFileName() + ", line " + frame.getLineNumber() + ")");
            }
        }
        return List.of("raised", text);
    }
}

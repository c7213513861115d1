import java.util.Scanner;

/** Reads commands, one per line, and answers at once. */
class Bot {
    static int width = 7, height = 6;

    /** `moves` holds the columns that were played, such as "4453". Returns a column, counted from 1. */
    static int choose(String moves) {
        int[] discs = new int[width + 1];
        for (char column : moves.toCharArray()) discs[column - '0']++;
        for (int column = 1; column <= width; column++) {
            if (discs[column] < height) return column;
        }
        return 0;
    }

    static String answer(String moves) {
        if (moves.isEmpty()) return "Position reset to empty board";
        return "Played " + moves.length() + " moves";
    }

    public static void main(String[] args) {
        Scanner lines = new Scanner(System.in);
        String moves = "";
        while (lines.hasNextLine()) {
            String[] words = lines.nextLine().trim().split(" ");
            switch (words[0]) {
                case "size":
                    String[] size = words[1].split("[x-]");
                    width = Integer.parseInt(size[0]);
                    height = Integer.parseInt(size[1]);
                    System.out.println(answer(""));
                    break;
                case "position":
                    moves = words.length > 1 ? words[1] : "";
                    System.out.println(answer(moves));
                    break;
                case "go":
                    System.out.println("bestmove " + choose(moves));
                    break;
            }
        }
    }
}

# Compiles a player, inside its jail. Arguments: the language, a folder whose programs come first or nothing, a name for
# the program, the main class or nothing, then the files to compile or the build file.
#
# The program leaves on standard output as text: its size, then base64. What compilers print goes to standard error.
set -e
exec 3>&1 >&2
language=$1 name=$3 class=$4
PATH=${2:+$2:}$PATH
shift 4
export CARGO_HOME="$HOME/cargo" GOCACHE="$HOME/go-cache" GOPATH="$HOME/go"
export GOPROXY=off GOTOOLCHAIN=local GOFLAGS=-buildvcs=false CGO_ENABLED=0

# A copy of the player's folder that can be written to, without what earlier builds left there.
copy() {
    mkdir work
    for entry in "$1"/*; do
        case ${entry##*/} in
        target | node_modules | __pycache__) ;;
        *) cp -Rp "$entry" work ;;
        esac
    done
    cd work
}

# Chooses among the programs in a folder.
choose() {
    for wanted in "$name" main bot player; do
        if [ -f "$1/$wanted" ] && [ -x "$1/$wanted" ]; then
            program=$1/$wanted
            return
        fi
    done
    found=$(find "$1" -maxdepth 1 -type f -perm -100 -newer "$HOME/start")
    if [ -f "$found" ]; then
        program=$found
    else
        echo "error: no single program was built; name one main, bot, player or $name" $found
        exit 1
    fi
}

# Makes a program of Java classes.
pack() {
    if [ -z "$class" ]; then
        echo "error: no class has public static void main(String[] args)"
        exit 1
    fi
    jar --create --file "$program" --main-class "$class" -C classes .
}

program=$HOME/program
touch "$HOME/start"
case $language in
# Before GCC 10, files could share a variable that a header defines without `extern`.
c) cc -O2 -g -Wall -fcommon -o "$program" "$@" -lm -pthread ;;
c++) c++ -O2 -g -Wall -o "$program" "$@" -pthread ;;
rust) rustc --edition 2021 -O -g -o "$program" "$@" ;;
go) go build -o "$program" "$@" ;;
java)
    javac -J-Xmx512m -g -encoding UTF-8 -d classes "$@"
    pack
    ;;
java-file)
    # The compiler insists on a file name. It finds other classes of the player by itself.
    # It does not read the byte order mark that Windows editors write.
    LC_ALL=C sed '1s/^\xef\xbb\xbf//' "$1" >"$2"
    javac -J-Xmx512m -g -encoding UTF-8 -sourcepath "${1%/*}" -d classes "$2"
    pack
    ;;
go-module)
    cd "${1%/*}"
    go build -o "$program" .
    ;;
make)
    copy "${1%/*}"
    # A target that ends by running the program, which would wait for the referee, is replaced by the program's own.
    goal=$(make -n 2>&1 | sed -n '$s,^ *\./\([^ ;|<>&]*\).*,\1,p' | sed '/test/d')
    if [ -n "$goal" ] && [ ! -e "$goal" ]; then
        echo "the first target of the Makefile runs $goal: only 'make $goal' is run"
        make "$goal"
        program=$goal
    else
        make
        choose .
    fi
    ;;
cmake)
    copy "${1%/*}"
    cmake -S . -B build -DCMAKE_BUILD_TYPE=RelWithDebInfo
    cmake --build build
    choose build
    ;;
cargo)
    copy "${1%/*}"
    cargo build --release --offline --config profile.release.debug=1 --target-dir target
    choose target/release
    ;;
esac
wc -c <"$program" >&3
base64 <"$program" | tr -d '\n' | fold -b -w 60000 >&3

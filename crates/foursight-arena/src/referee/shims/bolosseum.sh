# Runs the command line of its arguments once for each line of its input: the line is the last argument and
# the whole input of the command, whose output is written as one line.
set -f
while IFS= read -r message; do
    reply=$(printf '%s\n' "$message" | "$@" "$message") || exit
    # Without quotation marks line ends become spaces.
    echo $reply
done

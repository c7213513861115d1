h=6
while read -r word rest; do
  case $word in
    size) h=${rest#*x} ;;
    position) p=$rest ;;
  esac
  [ "$word" = go ] || { echo "Position reset to empty board"; continue; }
  for c in 1 2 3 4 5 6 7 8 9; do
    left=$p n=0
    while [ "$left" != "${left#*"$c"}" ]; do left=${left#*"$c"} n=$((n + 1)); done
    [ "$n" -lt "$h" ] && break
  done
  echo "bestmove $c"
done

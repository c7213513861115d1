while read -r line; do
  case $line in
    [0-6]) eval "c$line=\$((c$line + 1))" ;;
    go!) ;;
    *) exit ;;
  esac
  for i in 0 1 2 3 4 5 6; do
    eval "n=\$((c$i + 0))"
    if [ "$n" -lt 6 ]; then
      eval "c$i=\$((n + 1))"
      echo "$i"
      break
    fi
  done
done

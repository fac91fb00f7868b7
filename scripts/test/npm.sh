#!/bin/sh
# For tests: an npm that runs the command $COMMAND, with a name instead of a terminal, and starts $MAIN.
[ "$1 $2" = 'run -s' ] && shift 2 && set -- run "$@"
case "$1 $2" in
'run content')
  shift 3
  [ "$*" = init ] && set -- init --name Ada
  exec node "$COMMAND" "$@" ;;
'start ')
  set -a
  [ -f .env ] && . ./.env
  PORT=0 node "$MAIN" >start.log 2>&1 &
  for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    grep -q 'G.A.P. is at' start.log && break
    sleep 1
  done
  kill $!
  wait $!
  cat start.log
  rm start.log
  exit 0 ;;
esac
exit 64

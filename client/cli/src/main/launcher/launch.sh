# What the scripts "weir" of the repository and of the distribution share; both read this file.
#
#   WEIR_JAVA_HOME   the JDK to use, 25 or newer (default: JAVA_HOME, PATH, the usual folders)
#   WEIR_JAVA_OPTS   further options for the JVM
# shellcheck shell=sh

say() {
  printf 'weir: %s\n' "$*" >&2
}

fail() {
  say "$*"
  exit 1
}

# Succeeds if $1 is the home of a JDK 25 or newer; reads a file instead of starting a JVM.
suits() {
  [ -n "$1" ] && [ -x "$1/bin/java" ] && [ -f "$1/release" ] || return 1
  major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  [ "${major:-0}" -ge 25 ]
}

# The home of the java on the PATH, through any symbolic links.
java_on_path() {
  program=$(command -v java) || return 0
  while [ -h "$program" ]; do
    link=$(readlink "$program")
    case $link in
      /*) program=$link ;;
      *) program=$(dirname "$program")/$link ;;
    esac
  done
  dirname "$(dirname "$program")"
}

# Sets java_home.
find_java_home() {
  if [ -n "${WEIR_JAVA_HOME:-}" ]; then
    suits "$WEIR_JAVA_HOME" || fail "WEIR_JAVA_HOME is $WEIR_JAVA_HOME, which is not the home of a JDK 25 or newer."
    java_home=$WEIR_JAVA_HOME
    return
  fi
  for java_home in "${JAVA_HOME:-}" "$(java_on_path)" /usr/lib/jvm/* /opt/* \
    "${HOME:-/}"/.sdkman/candidates/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if suits "$java_home"; then
      return
    fi
  done
  fail "needs a JDK 25 or newer and found none; install one or set WEIR_JAVA_HOME to its folder."
}

# Runs a command while no other process holds the lock $1; the lock of a dead process is broken.
with_lock() {
  lock=$1
  shift
  until mkdir "$lock" 2>/dev/null; do
    holder=$(cat "$lock/pid" 2>/dev/null || true)
    if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then
      rm -rf "$lock"
    else
      sleep 0.3
    fi
  done
  echo $$ >"$lock/pid"
  trap 'rm -rf "$lock"' EXIT
  trap 'exit 130' INT TERM
  "$@"
  rm -rf "$lock"
  trap - EXIT INT TERM
}

# Sets modules, cache and rehearsal for the command $1. Fast kernels need the Vector API. Java warns
# whenever this incubating module is requested, so commands that run no kernels do not request it. A
# start-up cache is valid for one set of modules only.
choose_modules() {
  case ${1:-} in
    train | example | run | ops | bench | launch | server)
      modules=--add-modules=jdk.incubator.vector
      cache=weir.aot
      rehearsal="ops MatMul"
      ;;
    *)
      modules=
      cache=weir-plain.aot
      rehearsal=--help
      ;;
  esac
}

# Succeeds if the start-up cache is missing or older than the file $1.
needs_cache() {
  [ ! -f "$cache" ] || [ "$1" -nt "$cache" ]
}

# Runs the program once to record what it loads; later starts read it from the cache.
make_cache() {
  needs_cache "$1" || return 0 # another process has made it meanwhile
  # shellcheck disable=SC2086 # options and words are meant to be split
  "$java_home/bin/java" $modules --enable-native-access=ALL-UNNAMED -Xlog:disable \
    ${WEIR_JAVA_OPTS:-} "-XX:AOTCacheOutput=$cache" -cp "$class_path" "$main" $rehearsal \
    >/dev/null 2>&1 </dev/null &
  maker=$!
  # An interrupted JVM writes the cache before it ends, and the shell would wait for that.
  trap 'kill -9 "$maker" 2>/dev/null; exit 130' INT TERM
  wait "$maker" || true
  trap 'exit 130' INT TERM
  [ -f "$cache" ] || : >"$cache" # the JVM ignores an unusable cache; do not try again
}

# Becomes the program. Java cannot tell which streams are a terminal, nor how wide it is.
start() {
  terminal=
  columns=0
  if [ -t 1 ]; then terminal=out; fi
  if [ -t 2 ]; then terminal=$terminal,err; fi
  if [ -n "$terminal" ]; then
    size=$({ stty size </dev/tty; } 2>/dev/null || echo 0 0)
    columns=${size#* }
  fi
  # shellcheck disable=SC2086 # options are meant to be split
  exec "$java_home/bin/java" $modules --enable-native-access=ALL-UNNAMED \
    ${cache:+"-XX:AOTCache=$cache"} -Xlog:disable \
    "-Dweir.terminal=$terminal" "-Dweir.columns=$columns" \
    ${WEIR_JAVA_OPTS:-} -cp "$class_path" "$main" "$@"
}

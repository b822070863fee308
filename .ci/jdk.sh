# Sourced: sets JAVA_HOME and PATH to a JDK of 25 or newer, for Maven itself too, and checks the other tools.

jdk_version() { # the feature number of the JDK in a folder, or nothing
  [ -x "$1/bin/javac" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null || true
}

find_jdk() {
  local best= best_version=0 home version
  version=$(jdk_version "${JAVA_HOME:-/nonexistent}")
  if [ "${version:-0}" -ge 25 ]; then echo "$JAVA_HOME"; return; fi
  for home in /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    version=$(jdk_version "$home")
    if [ "${version:-0}" -ge 25 ] && [ "$version" -gt "$best_version" ]; then best=$home best_version=$version; fi
  done
  echo "$best"
}

JAVA_HOME=$(find_jdk)
if [ -z "$JAVA_HOME" ]; then
  cat >&2 <<'EOT'
verbena: a JDK of 25 or newer is needed, and none was found in JAVA_HOME or /usr/lib/jvm.
  Debian 13 or newer:  apt-get install openjdk-25-jdk-headless
  Elsewhere:           install Eclipse Temurin 25 (adoptium.net), then set JAVA_HOME to it
EOT
  exit 1
fi
export JAVA_HOME
export PATH="$JAVA_HOME/bin:$PATH"

if ! command -v mvn >/dev/null; then
  echo 'verbena: Apache Maven 3.8.7 or newer is needed: apt-get install maven' >&2
  exit 1
fi

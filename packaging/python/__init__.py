"""Plimsoll keeps large MCP tool results from flooding a model's context window. This package starts the program."""
import os
import subprocess
import sys


def main() -> int:
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "image")
    typed = sys.argv[1:]
    if os.name != "nt":
        file = os.path.join(folder, "native", "bin", "plimsoll")
        # on macOS, the native client was never tested
        if not sys.platform.startswith("linux") or not os.path.exists(file):
            file = os.path.join(folder, "plimsoll")
        try:
            os.execv(file, [file, *typed])
        except OSError as e:
            print(f"plimsoll: cannot start {file}: {e.strerror}; it needs bash", file=sys.stderr)
            return 2
    # without plimsoll.cmd, because cmd.exe would interpret characters such as % and & in the arguments
    app = os.path.join(folder, "app")
    quiet = ["--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"]
    command = typed[0] if typed else ""
    if command == "run":
        flags = ["-XX:+UseSerialGC", "-XX:-UsePerfData"]
    elif command in ("serve", "demo"):
        flags = ["-XX:+UseG1GC", "-XX:InitiatingHeapOccupancyPercent=70", "-XX:G1HeapRegionSize=1m", *quiet]
    else:
        flags = ["-XX:+UseSerialGC", *quiet]
    classes = [os.path.join(app, "plimsoll.jar"), *(os.path.join(app, "lib", part, "*") for part in ("", "serve", "otel"))]
    java = [os.path.join(folder, "runtime", "bin", "java.exe"), *flags,
            "-Dplimsoll.launcher=" + os.path.join(folder, "plimsoll.cmd"), *os.environ.get("PLIMSOLL_JAVA_OPTS", "").split(),
            "-cp", ";".join(classes), "dev.plimsoll.gateway.Main", *typed]
    child = subprocess.Popen(java)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            pass  # the console sends Ctrl+C to the program too, which then ends

package dev.plimsoll.gateway.config;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration depends on besides its file: handed in, so that tests need no process.
 *
 * @param environment all variables
 * @param workingFolder where relative paths on the command line start
 * @param home the user's home
 * @param system the operating system, as Java calls it
 */
public record HostEnvironment(Map<String, String> environment, Path workingFolder, Path home, String system) {

    public static HostEnvironment ofThisProcess() {
        Map<String, String> environment = System.getenv();
        return new HostEnvironment(
                environment,
                Path.of("").toAbsolutePath(),
                home(environment, System.getProperty("user.home", ".")),
                System.getProperty("os.name", ""));
    }

    /** {@code HOME}, as for every program of a shell: Java's {@code user.home} comes from the list of users instead. */
    static Path home(Map<String, String> environment, String userHome) {
        Path set = absolute(environment.get("HOME"));
        return set == null ? Path.of(userHome).toAbsolutePath() : set;
    }

    /** The folder of the user's own configuration, whether it is there or not. */
    public Path userFolder() {
        return folder("XDG_CONFIG_HOME", ".config", "Library/Application Support", "APPDATA");
    }

    /** The data folder unless another is set, whether it is there or not. */
    public Path dataFolder() {
        return folder("XDG_DATA_HOME", ".local/share", "Library/Application Support", "LOCALAPPDATA");
    }

    /** XDG's variable counts everywhere; it has to be absolute, as its specification says. */
    private Path folder(String xdg, String below, String belowOnMac, String onWindows) {
        Path set = absolute(environment.get(xdg));
        if (set != null) {
            return set.resolve("plimsoll");
        }
        String lower = system.toLowerCase(Locale.ROOT);
        if (lower.startsWith("mac")) {
            return home.resolve(belowOnMac).resolve("plimsoll");
        }
        Path windows = lower.startsWith("windows") ? absolute(environment.get(onWindows)) : null;
        return (windows == null ? home.resolve(below) : windows).resolve("plimsoll");
    }

    private static @Nullable Path absolute(@Nullable String text) {
        if (text == null || text.isEmpty() || text.indexOf('\0') >= 0) {
            return null;
        }
        Path path = Path.of(text);
        return path.isAbsolute() ? path : null;
    }
}

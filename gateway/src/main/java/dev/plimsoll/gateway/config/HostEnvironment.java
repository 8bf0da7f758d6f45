package dev.plimsoll.gateway.config;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The environment that a configuration depends on, besides its file. Tests can replace it.
 *
 * @param environment all variables
 * @param workingFolder base of relative paths on the command line
 * @param home the user's home folder
 * @param system the operating system, as Java names it
 */
public record HostEnvironment(Map<String, String> environment, Path workingFolder, Path home, String system) {

    public static HostEnvironment current() {
        return of(System.getenv(), Path.of("").toAbsolutePath());
    }

    /** Returns the environment of a process with these variables in that folder. */
    public static HostEnvironment of(Map<String, String> environment, Path workingFolder) {
        return new HostEnvironment(
                environment,
                workingFolder,
                findHome(environment, System.getProperty("user.home", ".")),
                System.getProperty("os.name", ""));
    }

    /**
     * Returns the value of {@code HOME}, which most programs use. Java's {@code user.home} may differ: it
     * comes from the user database.
     */
    static Path findHome(Map<String, String> environment, String userHome) {
        Path configured = absolutePathOrNull(environment.get("HOME"));
        return configured == null ? Path.of(userHome).toAbsolutePath() : configured;
    }

    /** Returns the folder of the user's own configuration. It may not exist. */
    public Path userConfigFolder() {
        return userFolderFor("XDG_CONFIG_HOME", ".config", "Library/Application Support", "APPDATA");
    }

    /** Returns the default data folder. It may not exist. */
    public Path defaultDataFolder() {
        return userFolderFor("XDG_DATA_HOME", ".local/share", "Library/Application Support", "LOCALAPPDATA");
    }

    /**
     * Returns the user's folder for a purpose. If the XDG variable has an absolute path, as the XDG
     * specification requires, it is used on every system.
     */
    private Path userFolderFor(String xdgVariable, String homeSubfolder, String macSubfolder, String windowsVariable) {
        Path configured = absolutePathOrNull(environment.get(xdgVariable));
        if (configured != null) {
            return configured.resolve("plimsoll");
        }
        String systemName = system.toLowerCase(Locale.ROOT);
        if (systemName.startsWith("mac")) {
            return home.resolve(macSubfolder).resolve("plimsoll");
        }
        Path windowsFolder =
                systemName.startsWith("windows") ? absolutePathOrNull(environment.get(windowsVariable)) : null;
        return (windowsFolder == null ? home.resolve(homeSubfolder) : windowsFolder).resolve("plimsoll");
    }

    private static @Nullable Path absolutePathOrNull(@Nullable String text) {
        if (text == null || text.isEmpty() || text.indexOf('\0') >= 0) {
            return null;
        }
        Path path = Path.of(text);
        return path.isAbsolute() ? path : null;
    }
}

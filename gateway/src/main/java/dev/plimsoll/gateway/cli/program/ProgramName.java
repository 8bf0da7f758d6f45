package dev.plimsoll.gateway.cli.program;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Name under which users start this program, so that printed commands can be copied. */
final class ProgramName {

    /** System property that the launcher sets: the path under which it was started. */
    static final String PROPERTY = "plimsoll.typed";

    private static final String NAME = "plimsoll";

    private ProgramName() {}

    /**
     * Returns the path of the launcher as the user typed it; only the file name if the shell finds this
     * launcher on the {@code PATH}.
     */
    static String resolve(@Nullable String launcherPath, Map<String, String> environment) {
        if (launcherPath == null || launcherPath.isEmpty()) {
            return NAME;
        }
        int slash = launcherPath.lastIndexOf('/');
        if (slash < 0) {
            return "./" + launcherPath;
        }
        String folder = launcherPath.substring(0, slash);
        String[] pathFolders = environment.getOrDefault("PATH", "").split(File.pathSeparator, -1);
        boolean isOnPath =
                Path.of(launcherPath).isAbsolute() && Arrays.asList(pathFolders).contains(folder);
        return isOnPath ? launcherPath.substring(slash + 1) : launcherPath;
    }
}

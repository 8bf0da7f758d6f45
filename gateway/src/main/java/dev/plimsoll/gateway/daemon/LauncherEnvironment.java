package dev.plimsoll.gateway.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes environment variables in the same way as the launcher. A native client does not run the launcher, but its
 * servers must get the same environment.
 */
final class LauncherEnvironment {

    private static final String LC_CTYPE = "LC_CTYPE";

    private LauncherEnvironment() {}

    /** Returns the variables after the changes of the launcher and its shell. */
    static Map<String, String> create(Map<String, String> environment, String folder) {
        Map<String, String> variables = new LinkedHashMap<>(environment);
        String locale = findLocale(environment);
        if (locale.equals("C") || locale.equals("POSIX")) {
            variables.computeIfPresent("LC_ALL", (name, value) -> value.isEmpty() ? value : "C.UTF-8");
            variables.put(LC_CTYPE, "C.UTF-8");
        }
        if (!isSameFolder(environment.get("PWD"), folder)) {
            variables.put("PWD", folder);
        }
        variables.putIfAbsent("SHLVL", "0");
        // a shell sets this variable for commands that it starts, but not for a program that replaces the
        // shell (exec)
        variables.remove("_");
        return variables;
    }

    /** Returns whether file names are UTF-8 in the locale of this environment, or after the changes of the launcher. */
    static boolean isUtf8(Map<String, String> environment) {
        String locale = findLocale(environment).toLowerCase(Locale.ROOT);
        return locale.equals("c") || locale.equals("posix") || locale.contains("utf-8") || locale.contains("utf8");
    }

    private static String findLocale(Map<String, String> environment) {
        for (String name : new String[] {"LC_ALL", LC_CTYPE, "LANG"}) {
            String value = environment.get(name);
            if (value != null && !value.isEmpty()) {
                return value;
            }
        }
        return "C";
    }

    private static boolean isSameFolder(@Nullable String path, String folder) {
        try {
            return path != null
                    && path.startsWith("/")
                    && !path.matches(".*/\\.{1,2}(/.*)?")
                    && Files.isSameFile(Path.of(path), Path.of(folder));
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }
}

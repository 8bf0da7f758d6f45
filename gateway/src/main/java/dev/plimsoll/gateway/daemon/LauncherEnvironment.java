package dev.plimsoll.gateway.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The environment that a server gets from the launcher, which a native client does not run. */
final class LauncherEnvironment {

    private static final String CHARACTERS = "LC_CTYPE";

    private LauncherEnvironment() {}

    /** Returns the variables as the launcher and its shell would change them. */
    static Map<String, String> of(Map<String, String> environment, String folder) {
        Map<String, String> changed = new LinkedHashMap<>(environment);
        String locale = locale(environment);
        if (locale.equals("C") || locale.equals("POSIX")) {
            changed.computeIfPresent("LC_ALL", (name, value) -> value.isEmpty() ? value : "C.UTF-8");
            changed.put(CHARACTERS, "C.UTF-8");
        }
        if (!isSameFolder(environment.get("PWD"), folder)) {
            changed.put("PWD", folder);
        }
        changed.putIfAbsent("SHLVL", "0");
        // a shell sets it for its commands, but not for a program that replaces it
        changed.remove("_");
        return changed;
    }

    /** Returns whether names of files are UTF-8 in the locale, or would be after the launcher. */
    static boolean isUtf8(Map<String, String> environment) {
        String locale = locale(environment).toLowerCase(Locale.ROOT);
        return locale.equals("c") || locale.equals("posix") || locale.contains("utf-8") || locale.contains("utf8");
    }

    private static String locale(Map<String, String> environment) {
        for (String name : new String[] {"LC_ALL", CHARACTERS, "LANG"}) {
            String value = environment.get(name);
            if (value != null && !value.isEmpty()) {
                return value;
            }
        }
        return "C";
    }

    private static boolean isSameFolder(@Nullable String named, String folder) {
        try {
            return named != null
                    && named.startsWith("/")
                    && !named.matches(".*/\\.{1,2}(/.*)?")
                    && Files.isSameFile(Path.of(named), Path.of(folder));
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }
}

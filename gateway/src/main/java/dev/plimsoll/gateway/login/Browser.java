package dev.plimsoll.gateway.login;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Opens a page for the user. */
public interface Browser {

    /** Browser that never opens a page. */
    Browser NONE = url -> false;

    /** Opens the page. Returns whether a program was started to show it; false also if there is no screen. */
    boolean open(URI url);

    /**
     * Returns the user's browser. It opens pages with the command of the operating system: {@code open} on
     * macOS, {@code xdg-open} elsewhere.
     */
    static Browser ofSystem(Map<String, String> environment, String system) {
        boolean isMac = system.toLowerCase(Locale.ROOT).startsWith("mac");
        boolean hasScreen = isMac || environment.containsKey("DISPLAY") || environment.containsKey("WAYLAND_DISPLAY");
        List<String> programs = isMac ? List.of("open") : List.of("xdg-open");
        return !hasScreen
                ? NONE
                : url -> programs.stream().anyMatch(program -> findAndStart(environment, program, url));
    }

    private static boolean findAndStart(Map<String, String> environment, String program, URI url) {
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            Path file = Path.of(folder.isEmpty() ? "." : folder, program);
            if (Files.isExecutable(file) && file.isAbsolute()) {
                return startProgram(file, url);
            }
        }
        return false;
    }

    private static boolean startProgram(Path file, URI url) {
        try {
            Process process = new ProcessBuilder(file.toString(), url.toString())
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}

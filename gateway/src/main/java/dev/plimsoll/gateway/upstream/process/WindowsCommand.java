package dev.plimsoll.gateway.upstream.process;

import dev.plimsoll.gateway.upstream.UpstreamException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Command line of a server for Windows. There, Java finds only programs whose names end in .exe, and does not escape
 * quotation marks. But {@code npx} and other scripts have names that end in .cmd, and run in {@code cmd.exe}.
 */
final class WindowsCommand {

    private static final String DEFAULT_EXTENSIONS = ".COM;.EXE;.BAT;.CMD";

    private final Map<String, String> environment;

    private WindowsCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Returns the command to start. Changes nothing on other systems. */
    static List<String> forCurrentSystem(List<String> command, Map<String, String> environment)
            throws UpstreamException {
        return System.getProperty("os.name", "").startsWith("Windows") ? forWindows(command, environment) : command;
    }

    /** Returns the command to start on Windows. */
    static List<String> forWindows(List<String> command, Map<String, String> environment) throws UpstreamException {
        return new WindowsCommand(environment).resolve(command);
    }

    private List<String> resolve(List<String> command) throws UpstreamException {
        String program = command.get(0);
        Path file = find(program);
        if (file == null) {
            throw new UpstreamException("cannot start " + program + ": no such program on PATH");
        }
        List<String> arguments = command.subList(1, command.size());
        String name = file.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".cmd") || name.endsWith(".bat") ? scriptCommand(file, arguments) : quote(file, arguments);
    }

    /** Finds a program as a shell does, but never in the working folder, which may contain files of other users. */
    private @Nullable Path find(String program) {
        if (program.indexOf('/') >= 0 || program.indexOf('\\') >= 0 || program.indexOf(':') >= 0) {
            return findWithExtension("", program);
        }
        for (String folder : findVariable("PATH", "").split(";", -1)) {
            String unquoted = folder.replace("\"", "");
            Path file = unquoted.isEmpty() ? null : findWithExtension(unquoted, program);
            if (file != null && file.isAbsolute()) {
                return file;
            }
        }
        return null;
    }

    private @Nullable Path findWithExtension(String folder, String program) {
        String lowerCaseProgram = program.toLowerCase(Locale.ROOT);
        String[] extensions = findVariable("PATHEXT", DEFAULT_EXTENSIONS).split(";", -1);
        for (String extension : extensions) {
            boolean hasExtension =
                    !extension.isEmpty() && lowerCaseProgram.endsWith(extension.toLowerCase(Locale.ROOT));
            if (hasExtension) {
                return findFile(folder, program);
            }
        }
        for (String extension : extensions) {
            Path file = findFile(folder, program + extension.toLowerCase(Locale.ROOT));
            if (file != null) {
                return file;
            }
        }
        return null;
    }

    private static @Nullable Path findFile(String folder, String name) {
        try {
            Path file = Path.of(folder, name);
            return Files.isRegularFile(file) ? file : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /**
     * Returns a command that runs a script in {@code cmd.exe}. Throws if an argument contains a quotation mark, a
     * percent sign, or a line break, because {@code cmd.exe} interprets these even within quotation marks.
     */
    private List<String> scriptCommand(Path file, List<String> arguments) throws UpstreamException {
        StringBuilder line = new StringBuilder("\"\"").append(file).append('"');
        for (String argument : arguments) {
            if (argument.matches("(?s).*[\"%\\r\\n\\x00].*")) {
                throw new UpstreamException("cannot start " + file.getFileName()
                        + ": an argument of a .cmd or .bat file cannot contain a quotation mark, a percent sign, or a line"
                        + " break; start the program that the file starts, such as node");
            }
            line.append(" \"")
                    .append(argument)
                    .append(trailingBackslashes(argument))
                    .append('"');
        }
        String shell = findVariable("SystemRoot", "C:\\Windows") + "\\System32\\cmd.exe";
        return List.of(shell, "/d", "/s", "/c", line.append('"').toString());
    }

    /** Quotes arguments for C programs on Windows. Java passes quoted arguments on unchanged. */
    private static List<String> quote(Path file, List<String> arguments) {
        List<String> quoted = new ArrayList<>(List.of(file.toString()));
        for (String argument : arguments) {
            boolean isPlain = !argument.isEmpty() && !argument.matches("(?s).*[\\s\"].*");
            quoted.add(
                    isPlain
                            ? argument
                            : '"'
                                    + argument.replaceAll("(\\\\*)\"", "$1$1\\\\\"")
                                    + trailingBackslashes(argument)
                                    + '"');
        }
        return quoted;
    }

    /** Returns the backslashes at the end of an argument, which must be doubled before a quotation mark. */
    private static String trailingBackslashes(String argument) {
        int end = argument.length();
        while (end > 0 && argument.charAt(end - 1) == '\\') {
            end--;
        }
        return argument.substring(end);
    }

    /** Returns a variable, whose name may have any case on Windows. */
    private String findVariable(String name, String fallback) {
        return environment.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(fallback);
    }
}

package dev.plimsoll.testkit;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;

/**
 * Program in a separate module. It is compiled and started with all libraries on the module path.
 *
 * @param folder an empty folder for its files
 */
@NullMarked
record ModuleProgram(Path folder) {

    /** Compiles files, whose names are the keys, and returns the messages of the compiler. */
    String compile(Map<String, String> files, List<Path> modules) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path source = folder.resolve("src").resolve(file.getKey());
            Files.createDirectories(source.getParent());
            sources.add(Files.writeString(source, file.getValue()));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(messages, null, null)) {
            // without this class path, the compiler uses the one of this process
            String classes = classes().toString();
            List<String> options =
                    List.of("-d", classes, "--class-path", classes, "--module-path", path(modules.stream()));
            compiler.getTask(null, manager, messages, options, null, manager.getJavaFileObjectsFromPaths(sources))
                    .call();
        }
        return messages.getDiagnostics().stream()
                .map(message -> message.getMessage(Locale.ENGLISH))
                .collect(joining("\n"));
    }

    /** Starts a class of the program and returns what it prints. */
    String run(String moduleAndClass, List<Path> modules) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--module-path",
                        path(Stream.concat(modules.stream(), Stream.of(classes()))),
                        "--module",
                        moduleAndClass)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            return process.waitFor(60, TimeUnit.SECONDS) ? Files.readString(output) : "the program does not end";
        } finally {
            process.destroyForcibly();
        }
    }

    private Path classes() {
        return folder.resolve("classes");
    }

    private static String path(Stream<Path> modules) {
        return modules.map(Path::toString).collect(joining(File.pathSeparator));
    }
}

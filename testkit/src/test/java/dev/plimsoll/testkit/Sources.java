package dev.plimsoll.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** The production sources of all modules below one folder. */
@NullMarked
record Sources(Path project) {

    /** Finds this project: the nearest parent folder with the modules. */
    static Sources ofThisProject() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("core/src/main/java"))) {
            Path parent = folder.getParent();
            if (parent == null) {
                throw new IllegalStateException(
                        "found no project in or above " + Path.of("").toAbsolutePath());
            }
            folder = parent;
        }
        return new Sources(folder);
    }

    /** Returns every Java file that a module publishes, in a fixed order. */
    List<Path> files() {
        return list(project, 1)
                .flatMap(module -> Stream.of(module.resolve("src/main/java"), module.resolve("src/testkit/java")))
                .filter(Files::isDirectory)
                .flatMap(folder -> list(folder, Integer.MAX_VALUE))
                .filter(file -> file.toString().endsWith(".java"))
                .sorted()
                .toList();
    }

    List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a location for messages: {@code core/src/main/java/…/Slice.java:12}. */
    String location(Path file, long line) {
        return project.relativize(file) + ":" + line;
    }

    private static Stream<Path> list(Path folder, int depth) {
        try (Stream<Path> paths = Files.walk(folder, depth)) {
            return paths.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

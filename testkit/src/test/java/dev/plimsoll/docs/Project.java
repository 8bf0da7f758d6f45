package dev.plimsoll.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the files of this project as text. */
record Project(Path root) {

    /** Finds the project that contains the current folder. */
    static Project find() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("docs/decisions"))) {
            Path parent = folder.getParent();
            if (parent == null) {
                throw new IllegalStateException(
                        "found no documents in or above " + Path.of("").toAbsolutePath());
            }
            folder = parent;
        }
        return new Project(folder);
    }

    String read(String name) {
        return read(root.resolve(name));
    }

    String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(String name, String text) {
        try {
            Files.writeString(root.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String relative(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    /** Returns all documents, including those in the root folder. */
    List<Path> documents() {
        return Stream.concat(files(root, 1, ".md").stream(), files(root.resolve("docs"), 3, ".md").stream())
                .toList();
    }

    /** Returns the source of a class of core, or an empty string. */
    String source(String name) {
        return files(root.resolve("core/src/main/java"), 9, "/" + name + ".java").stream()
                .map(this::read)
                .findFirst()
                .orElse("");
    }

    List<String> sources(String folder) {
        return files(root.resolve(folder), 3, ".java").stream().map(this::read).toList();
    }

    /** Returns the sources of the tests and contracts of every module. A key is the simple name of a class. */
    Map<String, List<String>> testSources() {
        return modules().stream()
                .flatMap(module -> Stream.of(module.resolve("src/test/java"), module.resolve("src/testkit/java")))
                .filter(Files::isDirectory)
                .flatMap(folder -> files(folder, 12, ".java").stream())
                .collect(Collectors.groupingBy(
                        file -> Objects.requireNonNull(file.getFileName())
                                .toString()
                                .replace(".java", ""),
                        Collectors.mapping(this::read, Collectors.toList())));
    }

    private List<Path> modules() {
        try (Stream<Path> folders = Files.list(root)) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Path> files(Path folder, int depth, String end) {
        try (Stream<Path> paths = Files.walk(folder, depth)) {
            return paths.filter(file -> file.toString().replace('\\', '/').endsWith(end))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

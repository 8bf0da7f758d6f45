package dev.plimsoll.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Limits on the fields of a class and on the parameters of a method. Static fields, canonical constructors of records,
 * constructors of enums, and everything that only the compiler adds are not counted.
 *
 * @param root package of the checked classes
 * @param exceptions classes ({@code store.Snapshot}, without the root package) and methods ({@code store.Snapshot.open};
 *     {@code new} for constructors) that exceed a limit; an entry that exceeds none is reported
 */
public record SizeLimits(String root, Set<String> exceptions) {

    private static final int MAX_FIELDS = 12;
    private static final int MAX_PARAMETERS = 6;

    /**
     * Returns one line for each class or method beyond a limit, and for each exception that is no longer needed.
     *
     * @param member a class from the folder or jar whose classes are checked
     */
    public List<String> violations(Class<?> member) {
        List<String> lines = new ArrayList<>();
        Set<String> unused = new TreeSet<>(exceptions);
        for (Class<?> type : classesBeside(member)) {
            String name = type.getName().substring(root.length() + 1);
            report(name, fields(type), MAX_FIELDS, "fields", unused, lines);
            Stream.concat(Arrays.stream(type.getDeclaredConstructors()), Arrays.stream(type.getDeclaredMethods()))
                    .filter(code -> !isExempt(type, code))
                    .forEach(code -> report(
                            name + "." + (code instanceof Constructor<?> ? "new" : code.getName()),
                            parameters(code),
                            MAX_PARAMETERS,
                            "parameters",
                            unused,
                            lines));
        }
        unused.forEach(name -> lines.add(name + " is listed and exceeds no limit"));
        return lines;
    }

    private void report(String name, int count, int max, String what, Set<String> unused, List<String> lines) {
        if (count > max) {
            unused.remove(name);
            if (!exceptions.contains(name)) {
                lines.add(name + " has " + count + " " + what + "; the limit is " + max);
            }
        }
    }

    private static int fields(Class<?> type) {
        return (int) Arrays.stream(type.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
                .count();
    }

    private static int parameters(Executable code) {
        return (int) Arrays.stream(code.getParameters())
                .filter(parameter -> !parameter.isSynthetic() && !parameter.isImplicit())
                .count();
    }

    private static boolean isExempt(Class<?> type, Executable code) {
        boolean isCanonical = type.isRecord() && code.getParameterCount() == type.getRecordComponents().length;
        return code.isSynthetic() || (code instanceof Constructor<?> && (type.isEnum() || isCanonical));
    }

    private List<Class<?>> classesBeside(Class<?> member) {
        try {
            Path location = Path.of(
                    member.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(location)) {
                return classesIn(location, member.getClassLoader());
            }
            try (FileSystem jar = FileSystems.newFileSystem(location)) {
                return classesIn(jar.getPath("/"), member.getClassLoader());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private List<Class<?>> classesIn(Path folder, ClassLoader loader) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file ->
                            folder.relativize(file).toString().replace('/', '.').replace('\\', '.'))
                    .filter(name -> name.startsWith(root + ".") && name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .<Class<?>>map(name -> load(name, loader))
                    .toList();
        }
    }

    private static Class<?> load(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.Main;
import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.cli.serve.QuickServeCommand;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that {@code plimsoll run} does not need the libraries of {@code serve}, because they are not on its class path. */
class RunLibrariesTest {

    /** Classes that {@code Main} uses only for other commands, and the dashboard of a daemon, which has all libraries. */
    private static final Set<String> OTHER_COMMANDS = Set.of(
            internalName(CommandLineProgram.class),
            internalName(QuickServeCommand.class),
            "dev/plimsoll/gateway/daemon/DaemonDashboard");

    /** The libraries in {@code lib/serve}; see gateway/pom.xml. */
    private static final List<String> SERVE_LIBRARIES = List.of(
            "org/eclipse/jetty/",
            "picocli/",
            "org/sqlite/",
            "org/jose4j/",
            "dev/cel/",
            "com/google/common/",
            "com/google/protobuf/");

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private static List<String> referencedClasses(String type) throws IOException {
        try (InputStream in = RunLibrariesTest.class.getResourceAsStream("/" + type + ".class")) {
            if (in == null) {
                return List.of();
            }
            Iterable<PoolEntry> pool = ClassFile.of().parse(in.readAllBytes()).constantPool();
            return Stream.iterate(pool.iterator(), entries -> entries.hasNext(), entries -> entries)
                    .map(entries -> entries.next())
                    .filter(ClassEntry.class::isInstance)
                    .map(entry -> ((ClassEntry) entry).asInternalName().replaceAll("^\\[+L|;$", ""))
                    .toList();
        }
    }

    /** Returns all classes that are reachable from a class, each with the first class that refers to it. */
    private static Map<String, String> reachableClasses(Class<?> from) throws IOException {
        Map<String, String> referrers = new HashMap<>();
        Deque<String> queue = new ArrayDeque<>(List.of(internalName(from)));
        while (!queue.isEmpty()) {
            String type = queue.remove();
            for (String className : referencedClasses(type)) {
                if (!OTHER_COMMANDS.contains(className)
                        && referrers.putIfAbsent(className, type) == null
                        && className.startsWith("dev/plimsoll/")) {
                    queue.add(className);
                }
            }
        }
        return referrers;
    }

    @Test
    void runReferencesNoServerLibrary() throws Exception {
        Map<String, String> referrers = reachableClasses(Main.class);
        assertThat(referrers)
                .containsKeys(internalName(RunCommand.class), "dev/plimsoll/Plimsoll", "dev/plimsoll/redis/RedisStore");
        assertThat(referrers.entrySet())
                .filteredOn(entry -> SERVE_LIBRARIES.stream().anyMatch(entry.getKey()::startsWith))
                .isEmpty();
    }

    @Test
    void detectsServerLibraries() throws Exception {
        assertThat(reachableClasses(QuickServeCommand.class).keySet())
                .anyMatch(className -> className.startsWith("org/eclipse/jetty/"))
                .anyMatch(className -> className.startsWith("org/sqlite/") || className.startsWith("picocli/"));
    }
}

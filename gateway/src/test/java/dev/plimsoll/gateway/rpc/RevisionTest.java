package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.ClientFeatures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullMarked
class RevisionTest {

    private static final Path SOURCES = Path.of("src/main/java");

    /** Files with a help text that names a revision. */
    private static final List<String> HELP_TEXTS = List.of("RunHelp.java", "RunOptions.java");

    @ParameterizedTest
    @CsvSource({
        "'', V2024_11_05",
        "2024-01-01, V2024_11_05",
        "2024-11-05, V2024_11_05",
        "2025-03-27, V2025_03_26",
        "2025-06-18, V2025_06_18",
        "2026-07-27, V2025_11_25",
        "2026-07-28, V2026_07_28",
        "2099-01-01, V2026_07_28"
    })
    void namesBetweenRevisionsMeanTheOlderOne(String name, Revision expected) {
        assertThat(Revision.of(name)).isEqualTo(expected);
        assertThat(Revision.isModern(name)).isEqualTo(expected.isModern());
    }

    @Test
    void findsOnlyKnownLegacyRevisions() {
        for (Revision revision : Revision.values()) {
            assertThat(Revision.findLegacy(revision.text())).isEqualTo(revision.isModern() ? null : revision);
        }
        assertThat(Revision.findLegacy("2025-01-01")).isNull();
        assertThat(Revision.findLegacy(null)).isNull();
        assertThat(Revision.isModern((String) null)).isFalse();
        assertThat(Revision.legacyNames()).containsExactly("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");
    }

    @Test
    void revisionsHaveTheFeaturesOfTheSpecification() {
        assertThat(row(Revision::hasBatches)).isEqualTo("11000");
        assertThat(row(Revision::hasAudio)).isEqualTo("01111");
        assertThat(row(Revision::hasResourceLinks)).isEqualTo("00111");
        assertThat(row(Revision::hasStreamIds)).isEqualTo("00011");
        assertThat(row(Revision::hasElicitationIds)).isEqualTo("00010");
        assertThat(row(Revision::isCancelledByClosedStream)).isEqualTo("00001");
        assertThat(Arrays.stream(Revision.values()).map(Revision::clientFeatures))
                .containsExactly(
                        ClientFeatures.old(),
                        ClientFeatures.old(),
                        ClientFeatures.current(),
                        ClientFeatures.current(),
                        ClientFeatures.modern());
    }

    /**
     * Returns a digit for each revision, from the oldest to the newest: 1 if the revision has the property, 0
     * otherwise.
     */
    private static String row(Predicate<Revision> property) {
        StringBuilder row = new StringBuilder();
        for (Revision revision : Revision.values()) {
            row.append(property.test(revision) ? '1' : '0');
        }
        return row.toString();
    }

    @Test
    void methodsBelongToTheirRevisions() {
        assertThat(row(r -> ProtocolMethod.canClientSend("tools/call", r))).isEqualTo("11111");
        assertThat(row(r -> ProtocolMethod.canClientSend("ping", r))).isEqualTo("11110");
        assertThat(row(r -> ProtocolMethod.canClientSend("tasks/get", r))).isEqualTo("00011");
        assertThat(row(r -> ProtocolMethod.canClientSend("tasks/result", r))).isEqualTo("00010");
        assertThat(row(r -> ProtocolMethod.canClientSend("subscriptions/listen", r)))
                .isEqualTo("00001");
        assertThat(row(r -> ProtocolMethod.isOnlyInOtherRevisions("subscriptions/listen", r)))
                .isEqualTo("11110");
        // methods of servers, and methods that the protocol does not define
        for (String method : List.of("sampling/createMessage", "vendor/method")) {
            assertThat(row(r -> ProtocolMethod.canClientSend(method, r))).isEqualTo("00000");
            assertThat(row(r -> ProtocolMethod.isOnlyInOtherRevisions(method, r)))
                    .isEqualTo("00000");
        }
        assertThat(ProtocolMethod.canClientSend(null, Revision.MODERN)).isFalse();
    }

    @Test
    void methodsHaveTheirProperties() {
        assertThat(methods(ProtocolMethod::isLongLived)).containsExactly("subscriptions/listen");
        assertThat(methods(ProtocolMethod::allowsInput)).containsExactly("tools/call", "prompts/get", "resources/read");
        assertThat(methods(ProtocolMethod::isInput))
                .containsExactly("elicitation/create", "sampling/createMessage", "roots/list");
        assertThat(methods(ProtocolMethod::isCacheable))
                .containsExactly(
                        "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read");
        assertThat(methods(ProtocolMethod::isTask))
                .containsExactly("tasks/get", "tasks/update", "tasks/cancel", "tasks/result", "tasks/list");
        assertThat(ProtocolMethod.nameParameter("resources/read")).isEqualTo("uri");
        assertThat(ProtocolMethod.nameParameter("tasks/cancel")).isEqualTo("taskId");
        assertThat(ProtocolMethod.nameParameter("vendor/method")).isNull();
    }

    private static List<String> methods(Predicate<String> property) {
        return Arrays.stream(ProtocolMethod.values())
                .map(ProtocolMethod::text)
                .filter(property)
                .toList();
    }

    @Test
    void onlyThisEnumDeclaresRevisions() throws IOException {
        List<String> declarations = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> !HELP_TEXTS.contains(path.getFileName().toString()))
                    .toList()) {
                Files.readAllLines(file).stream()
                        .filter(RevisionTest::declaresRevision)
                        .forEach(line -> declarations.add(file.getFileName() + ": " + line.strip()));
            }
        }

        assertThat(declarations)
                .hasSize(Revision.values().length)
                .allMatch(declaration -> declaration.startsWith("Revision.java: V"));
    }

    private static boolean declaresRevision(String line) {
        String code = line.strip();
        boolean isComment = code.startsWith("*") || code.startsWith("/*") || code.startsWith("//");
        return !isComment
                && Arrays.stream(Revision.values())
                        .anyMatch(revision -> code.replaceAll("//.*", "").contains(revision.text()));
    }
}

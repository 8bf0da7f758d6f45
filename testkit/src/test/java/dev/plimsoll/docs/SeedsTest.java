package dev.plimsoll.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that the tables of seeds are complete, and that the named tests exist. */
class SeedsTest {

    private static final String FOLDER = "docs/reference/seeds";
    private static final int MAX_ROW_LENGTH = 360;
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]*)#?([^)]*)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);

    private final Project project = Project.find();
    private final String pages = Project.files(project.root().resolve(FOLDER), 1, ".md").stream()
            .map(project::read)
            .collect(Collectors.joining("\n"));
    private final SeedTable table = SeedTable.of(pages);

    @ParameterizedTest
    @CsvSource({
        "FR-, 36",
        "SC-, 8",
        "NFR-P, 4",
        "NFR-R, 4",
        "NFR-S, 3",
        "NFR-O, 4",
        "1., 4",
        "2., 4",
        "3., 4",
        "4., 4",
        "5., 4",
        "EDGE-, 6",
        "R1., 5",
        "R2., 4",
        "R3., 4",
        "R4., 4",
        "KEY-, 5",
        "000-, 23",
        "001-, 24",
        "003-, 31",
        "003-T, 7",
        "003-S, 6",
        "003-B, 7",
        "004-, 34"
    })
    void hasOneRowForEachRequirementOfASeed(String prefix, int count) {
        List<Integer> numbers = prefix.equals("003-")
                ? table.ids().stream()
                        .filter(id -> id.matches("003-\\d+"))
                        .map(id -> Integer.valueOf(id.substring(4)))
                        .toList()
                : table.numbersAfter(prefix);

        assertThat(numbers).as("rows of " + prefix).containsExactlyInAnyOrderElementsOf(numbersUpTo(count));
    }

    @Test
    void hasNoOtherRows() {
        assertThat(table.ids())
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("FR-\\d{3}|SC-\\d{3}|NFR-[PRSO]\\d|[1-5]\\.\\d|EDGE-\\d|R\\d\\.\\d|KEY-\\d"
                        + "|00[0134]-\\d+|003-[TSB]\\d"));
        assertThat(pages.lines().filter(SeedsTest::isRow).toList())
                .as("rows that cannot be read")
                .containsExactlyElementsOf(
                        table.rows().stream().map(SeedTable.Row::line).toList());
    }

    @Test
    void everyRowHasATestOrAReason() {
        assertThat(matchingRows(row -> row.tests().isEmpty() && !row.hasReason()))
                .as("rows without a test or a reason")
                .isEmpty();
        assertThat(matchingRows(row -> row.invalidTestNames().findAny().isPresent()))
                .as("rows whose tests cannot be read")
                .isEmpty();
    }

    @Test
    void namedTestsExist() {
        Map<String, List<String>> sources = project.testSources();
        assertThat(sources).hasSizeGreaterThan(150);

        Stream<MatchResult> tests = table.rows().stream().flatMap(row -> row.tests().stream());
        List<String> missing = tests.filter(test -> sources.getOrDefault(test.group(1), List.of()).stream()
                        .noneMatch(source -> hasTest(source, test.group(2))))
                .map(MatchResult::group)
                .distinct()
                .toList();

        assertThat(missing).as("missing tests").isEmpty();
    }

    @Test
    void noticesARenamedTest() {
        String source = """
                class T {
                    @Test
                    @Timeout(9)
                    void cutsIt() {}
                    @ParameterizedTest
                    @CsvSource(value = {"(a | b)", "}"})
                    void cutsAll(int at) throws Exception {}
                    void helps() {}
                """;

        assertThat(hasTest(source, "cutsIt")).isTrue();
        assertThat(hasTest(source, "cutsAll")).isTrue();
        assertThat(hasTest(source, "cuts")).isFalse();
        assertThat(hasTest(source, "helps")).isFalse();
        SeedTable rows = SeedTable.of("""
                | id | a | b | c |
                | FR-001 | a | [b](c.md) | |
                | 003-T1 | a | b | `XTest#cuts`, `x#Y` |
                """);
        assertThat(rows.ids()).containsExactly("FR-001", "003-T1");
        assertThat(rows.rows().get(0).hasReason()).isFalse();
        assertThat(rows.rows().get(1).tests()).hasSize(1);
        assertThat(rows.rows().get(1).invalidTestNames()).containsExactly("`x#Y`");
    }

    @Test
    void rowsAreShortAndHaveValidLinks() {
        assertThat(matchingRows(row -> row.line().length() > MAX_ROW_LENGTH))
                .as("rows above %d characters", MAX_ROW_LENGTH)
                .isEmpty();
        assertThat(matchingRows(row -> !hasValidLinks(row)))
                .as("rows with a broken link")
                .isEmpty();
    }

    private List<String> matchingRows(Predicate<SeedTable.Row> rows) {
        return table.rows().stream().filter(rows).map(SeedTable.Row::line).toList();
    }

    private boolean hasValidLinks(SeedTable.Row row) {
        List<MatchResult> links = LINK.matcher(row.solution()).results().toList();
        return !links.isEmpty()
                && links.stream().allMatch(link -> allowedAnchors(link.group(1)).contains(link.group(2)));
    }

    /** Returns the allowed anchors of a link to that document, including the empty one. */
    private List<String> allowedAnchors(String link) {
        Path document = project.root().resolve(FOLDER).resolve(link);
        if (!Files.exists(document)) {
            return List.of();
        }
        return Stream.concat(
                        Stream.of(""),
                        HEADING.matcher(project.read(document))
                                .results()
                                .map(found -> found.group(1)
                                        .toLowerCase(Locale.ROOT)
                                        .replaceAll("[^\\w\\- ]", "")
                                        .replace(' ', '-')))
                .toList();
    }

    /**
     * Returns whether a test method with this name exists. A test has an annotation such as {@code @Test}
     * before it, with no other method between them.
     */
    static boolean hasTest(String source, String method) {
        return Pattern.compile("\\bvoid " + method + "\\(")
                .matcher(source)
                .results()
                .anyMatch(found -> {
                    String before = source.substring(0, found.start());
                    int annotation = Math.max(before.lastIndexOf("@Test\n"), before.lastIndexOf("@ParameterizedTest"));
                    annotation = Math.max(
                            annotation, Math.max(before.lastIndexOf("@FuzzTest"), before.lastIndexOf("@RepeatedTest")));
                    return annotation >= 0 && !before.substring(annotation).contains("void ");
                });
    }

    private static boolean isRow(String line) {
        return line.startsWith("| ") && !line.startsWith("| id |");
    }

    private static List<Integer> numbersUpTo(int count) {
        return IntStream.rangeClosed(1, count).boxed().toList();
    }
}

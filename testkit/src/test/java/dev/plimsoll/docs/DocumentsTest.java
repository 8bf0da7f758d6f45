package dev.plimsoll.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the generated parts of the documents. Run with {@code -Dplimsoll.docs=write} to regenerate them, and review
 * the changes before committing them.
 */
class DocumentsTest {

    private static final boolean WRITE = "write".equals(System.getProperty("plimsoll.docs"));
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)[^)]*\\)");
    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z0-9]+[A-Za-z0-9]*)(?:\\.([a-z]\\w*))?`");
    private static final Pattern FIELD = Pattern.compile(
            "\\.?(?:number|text|flag|cursor|writeCursor|json|hint|add)\\(\\s*\"(\\w+)\",|(?<!member\\()\"(total[A-Z]\\w+)\"");
    private static final Pattern ARGUMENT = Pattern.compile("Map\\.entry\\(\"(\\w+)\", \"\\w+\"\\)");

    private final Project project = Project.find();

    @Test
    void referenceShowsTheAnswersOfTheEngine() {
        Map<String, String> examples = Examples.all();
        List<String> shown = new ArrayList<>();
        for (String name : referencePages()) {
            DocumentPage documentPage = new DocumentPage(project.read(name));
            DocumentPage expected = documentPage.withSections(examples);
            if (WRITE) {
                project.write(name, expected.text());
            }
            shown.addAll(documentPage.names());
            assertThat(WRITE ? expected : documentPage)
                    .as("%s is outdated; -Dplimsoll.docs=write updates it", name)
                    .isEqualTo(expected);
        }
        assertThat(shown).as("generated sections").containsExactlyInAnyOrderElementsOf(examples.keySet());
    }

    @Test
    void replacesGeneratedSections() {
        DocumentPage documentPage = new DocumentPage("a\n<!-- made: x -->\nold\n<!-- end -->\nb\n");

        assertThat(documentPage.names()).containsExactly("x");
        assertThat(documentPage.withSections(Map.of("x", "$1 new")).text())
                .isEqualTo("a\n<!-- made: x -->\n$1 new\n<!-- end -->\nb\n");
    }

    @Test
    void linksPointToExistingFiles() {
        List<Path> documents = project.documents();

        assertThat(documents).hasSizeGreaterThan(10);
        for (Path document : documents) {
            LINK.matcher(project.read(document))
                    .results()
                    .map(found -> found.group(1))
                    .forEach(link -> {
                        Path folder = Objects.requireNonNull(document.getParent());
                        assertThat(link.contains("://") || Files.exists(folder.resolve(link)))
                                .as(document + " links to " + link)
                                .isTrue();
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"flow", "cursors", "failure"})
    void conceptsNameExistingClassesAndMethods(String concept) {
        List<MatchResult> named = CLASS.matcher(project.read("docs/concepts/" + concept + ".md"))
                .results()
                .toList();

        assertThat(named).hasSizeGreaterThan(5);
        for (MatchResult found : named) {
            String source = project.source(found.group(1));
            assertThat(source).as(found.group()).isNotEmpty();
            assertThat(found.group(2) == null || source.contains(" " + found.group(2) + "("))
                    .as(found.group())
                    .isTrue();
        }
    }

    @Test
    void referenceExplainsEveryHeaderField() {
        String answers = referencePages().stream()
                .filter(name -> name.startsWith("docs/reference/answers/"))
                .map(project::read)
                .collect(Collectors.joining("\n"));
        List<String> fields = project.sources("core/src/main/java/dev/plimsoll/shape").stream()
                // the names in these sources are not fields of the header: records or other objects have them
                .filter(source -> !source.contains(" LogLine ") && !source.contains("new JsonWriter("))
                .flatMap(source -> FIELD.matcher(source).results())
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .distinct()
                .toList();

        assertThat(fields).contains("totalCount", "nextCursor", "notice").hasSizeGreaterThan(15);
        assertThat(fields).allSatisfy(field -> assertThat(answers).contains("`" + field + "`"));
    }

    @Test
    void referenceExplainsEveryArgument() {
        String reading = project.read("docs/reference/reading.md");
        List<String> names = ARGUMENT.matcher(project.source("ArgumentNames"))
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(names).contains("cursor", "limit").hasSizeGreaterThan(10);
        // a name elsewhere on the page is not enough: a row of this table must explain it
        String table = reading.substring(reading.indexOf("## Arguments"), reading.indexOf("\n\nAn argument that"));
        List<String[]> rows = table.lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split("\\|", -1))
                .toList();
        assertThat(names)
                .allSatisfy(name -> assertThat(rows)
                        .filteredOn(row -> (row[1] + row[2]).contains("`" + name + "`"))
                        .as(name)
                        .singleElement()
                        .satisfies(row -> assertThat(row[3]).hasSizeGreaterThan(10)));
    }

    @Test
    void indexListsAllDocuments() {
        String index = project.read("docs/README.md");

        assertThat(project.documents())
                .filteredOn(document ->
                        project.relative(document).matches("docs/(concepts|reference)/([^/]+|[^/]+/README)\\.md"))
                .hasSizeGreaterThan(6)
                .allSatisfy(document ->
                        assertThat(index).contains(project.relative(document).substring("docs/".length())));
        // The pages of a folder are in the index of that folder.
        for (String name : List.of("docs/reference/answers/README.md", "docs/reference/seeds.md")) {
            String pages = project.read(name);
            String folder = name.replaceFirst("(/README)?\\.md$", "/");
            assertThat(referencePages())
                    .filteredOn(page -> page.startsWith(folder) && !page.equals(name))
                    .hasSizeGreaterThan(3)
                    .allSatisfy(page -> assertThat(pages).contains(page.substring(folder.length())));
        }
        String decisions = project.read("docs/decisions/README.md");
        assertThat(project.documents())
                .filteredOn(document -> project.relative(document).matches("docs/decisions/\\d.*"))
                .allSatisfy(document -> assertThat(decisions).contains("(" + document.getFileName() + ")"));
    }

    private List<String> referencePages() {
        return project.documents().stream()
                .map(project::relative)
                .filter(name -> name.startsWith("docs/reference/"))
                .toList();
    }
}

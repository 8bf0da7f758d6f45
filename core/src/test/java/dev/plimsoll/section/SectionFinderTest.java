package dev.plimsoll.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SectionFinderTest {

    private static final String HANDBOOK = """
            # Handbook
            ## Install
            ## Install on Windows
            ## Reading
            ## reading
            ## 3
            ## Limits and errors
            ### #tags
            """;

    private static final String PAGE = """
            ### Page
            - Page URL: http://127.0.0.1/
            ```yaml
            - navigation [ref=e1]:
              - heading "Menu" [level=2] [ref=e2]
              - link "Home" [ref=7]:
                - /url: /
            - main [ref=e3]:
              - heading [level=1] [ref=e4]:
                - text: Orders of
                - link "Ada" [ref=e5]
              - table [ref=e6]:
                - caption [ref=e7]: All orders
                - row "1 open" [ref=e8]:
                  - cell "1" [ref=e9]
                  - cell "open" [ref=e9]
              - heading "Details" [level=2] [ref=e10]
              - paragraph [ref=e11]: text
            - contentinfo [ref=e12]:
              - link "About" [ref=e13]
            ```
            """;

    private static final String CODE = """
            @dataclass
            class Order:
                def total(self):
                    return 1

                @property
                @cached(seconds=5)
                def name(self):
                    return 2
                @Test void check() {
                }
            @end
            class Other:
                def last(self):
                    return 3
            """;

    private static TableOfContents contents(String text) {
        Slice slice = Slice.of(text);
        if (text.equals(CODE)) {
            return DeclarationScan.read(slice, LineIndex.of(slice));
        }
        return text.equals(PAGE)
                ? PageSnapshotContents.of(slice, LineIndex.of(slice))
                : MarkdownContents.of(slice, LineIndex.of(slice));
    }

    private static String find(String text, String path) {
        TextSection section = SectionFinder.find(contents(text), path);
        return section == null ? "none" : section.lines().toString();
    }

    private static String refusal(String text, String path) {
        try {
            TableOfContents contents = contents(text);
            TextSection found = SectionFinder.find(contents, path);
            assertThat(found).isNull();
            throw SectionFinder.notFound(contents, path);
        } catch (RefusedException refused) {
            assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
            return new String(refused.json(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void prefersNumbersToTitles() {
        assertThat(find(HANDBOOK, "#1")).isEqualTo("1-8");
        assertThat(find(HANDBOOK, "#3")).isEqualTo("3");
        assertThat(find(PAGE, "#2")).isEqualTo("9-18");
    }

    @Test
    void prefersReferencesToTitles() {
        assertThat(find(PAGE, "#7")).isEqualTo("6-7");
        assertThat(find(PAGE, "#e6")).isEqualTo("12-16");
        assertThat(find(PAGE, "#e4")).isEqualTo("9-11");
        assertThat(find(PAGE, "#e")).isEqualTo("none");
    }

    @Test
    void titlesAreEqualOrBeginWithTheName() {
        assertThat(find(HANDBOOK, "#Install")).isEqualTo("2");
        assertThat(find(HANDBOOK, "#Install on")).isEqualTo("3");
        assertThat(find(HANDBOOK, "#reading")).isEqualTo("5");
        assertThat(find(HANDBOOK, "#limits AND")).isEqualTo("7-8");
        assertThat(find(HANDBOOK, "#Limits and…")).isEqualTo("7-8");
        assertThat(find(HANDBOOK, "## Handbook")).isEqualTo("1-8");
        assertThat(find(HANDBOOK, "##tags")).isEqualTo("8");
        assertThat(find(PAGE, "#Orders of Ada")).isEqualTo("9-18");
    }

    @Test
    void sectionsOfAPageEndWithTheirPartOfThePage() {
        assertThat(find(PAGE, "#Menu")).isEqualTo("5-7");
        assertThat(find(PAGE, "#Details")).isEqualTo("17-18");
    }

    @Test
    void declarationsBeginWithTheirAnnotations() {
        assertThat(find(CODE, "#Order")).isEqualTo("1-12");
        assertThat(find(CODE, "#total")).isEqualTo("3-4");
        assertThat(find(CODE, "#name")).isEqualTo("6-9");
        assertThat(find(CODE, "#check")).isEqualTo("10-11");
        assertThat(find(CODE, "#Other")).isEqualTo("13-15");
        assertThat(contents(CODE).headings().title(2)).isEqualTo("def name(self)");
        assertThat(contents(CODE).headings().title(3)).isEqualTo("@Test void check()");
    }

    @Test
    void refusesSeveralMatchesAndListsThem() {
        assertThat(refusal(HANDBOOK, "#READING"))
                .contains("names 2 headings", "#4 (Reading, lines 4) or #5 (reading, lines 5)");
        assertThat(refusal(PAGE, "#e9")).contains("names 2 parts", "start_line: 15 or start_line: 16");
    }

    @Test
    void suggestsSimilarTitlesForUnknownNames() {
        assertThat(refusal(HANDBOOK, "#Instal on Windows")).contains("names nothing", "#3 (Install on Windows");
        assertThat(refusal(HANDBOOK, "#errors")).contains("#7 (Limits and errors, lines 7-8)");
        assertThat(refusal(HANDBOOK, "#99")).contains("#1 to #8");
        assertThat(refusal(HANDBOOK, "#")).contains("#1 to #8");
        assertThat(refusal("text", "#x")).contains("has no headings");
    }

    @Test
    void aResultWithoutTextIsRefused() {
        assertThatThrownBy(() -> {
                    throw SectionFinder.notFound(null, "#x");
                })
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("not a text with headings");
    }

    @Test
    void returnsTheAncestorsOfALine() {
        PageSnapshotContents page = (PageSnapshotContents) contents(PAGE);
        assertThat(page.ancestors(14))
                .containsExactly(
                        "main e3", "heading \"Orders of Ada\" e4", "table \"All orders\" e6", "row \"1 open\" e8");
        assertThat(page.ancestors(6)).containsExactly("navigation e1", "heading \"Menu\" e2", "link \"Home\" 7");
        assertThat(page.ancestors(8)).containsExactly("main e3");
        assertThat(page.ancestors(1)).isEmpty();
        assertThat(Objects.requireNonNull(page.node(3)).role()).isEqualTo("navigation");
    }
}

package dev.plimsoll.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchPatternTest {

    private static final SearchDeadline LONG_DEADLINE = SearchDeadline.of(60_000, () -> 0);

    private static SearchPattern parse(String find) {
        return SearchPattern.parse(find, LONG_DEADLINE);
    }

    private static int findFirst(String find, String text) {
        return parse(find).findFirst(Slice.of(Utf8.encode(text)));
    }

    private static List<Integer> findLines(String find, String text) {
        Slice slice = Slice.of(Utf8.encode(text));
        LineIndex index = LineIndex.of(slice);
        List<Integer> lines = new ArrayList<>();
        parse(find).forEachMatch(slice, index, matchStart -> lines.add(index.lineAt(matchStart) + 1));
        return lines;
    }

    @ParameterizedTest
    @CsvSource({
        "open, It is OPEN, 6",
        "OPEN, it is open, 6",
        "x, it is open, -1",
        "straße, Lange STRAßE, 6",
        "ΣΊΣΥΦΟΣ, der σίσυφος, 4",
        "привет, ПРИВЕТ мир, 0",
        "kelvin, 300 \u212Aelvin, 4",
        "disk, Di\u017Fk, 0",
        "\u017Fi, a siege, 2",
        "é, cafÉ, 3",
        "😀b, a😀B, 1",
        "ab, aaaaaaaaaaaaaaaaaaaab, 19",
        "1.10, costs 1.10, 6",
    })
    void findsTextIgnoringCase(String find, String text, int expectedStart) {
        assertThat(findFirst(find, text)).isEqualTo(expectedStart);
    }

    @Test
    void turkishIMatchesNoOtherI() {
        assertThat(findFirst("i", "\u0130\u0131")).isEqualTo(-1);
        assertThat(findFirst("\u0130", "i")).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({
        "/o+/, foo, 1",
        "/O/, foo, -1",
        "/O/i, foo, 1",
        "/^b/, a\\nb, -1",
        "/a.c/, a\\nc, -1",
        "/é+x/, caféx, 3",
        "/a\\/b/, a/b, 0",
    })
    void findsRegularExpression(String find, String text, int expectedStart) {
        assertThat(findFirst(find, text.replace("\\n", "\n"))).isEqualTo(expectedStart);
    }

    @Test
    void flagsChangeDotAndAnchorsAtLineEnds() {
        assertThat(findFirst("/^b/m", "a\nb")).isEqualTo(2);
        assertThat(findFirst("/a.b/s", "a\nb")).isZero();
        assertThat(findFirst("/A.B/is", "a\nb")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/usr/bin", "/usr/", "/", "//", "/usr/local/lib/", "a/b/", "/a/x"})
    void textWithInnerSlashesOrUnknownFlagsIsNoExpression(String find) {
        boolean isExpression = find.equals("/usr/");
        assertThat(findFirst(find, "x" + find) == 1).isEqualTo(!isExpression);
    }

    @Test
    void findsEachLineOnce() {
        assertThat(findLines("err", "err err\nok\r\nan ERR\n\nno error")).containsExactly(1, 3, 5);
        assertThat(findLines("/^err/", "err\nan err\nerror")).containsExactly(1, 3);
        assertThat(findLines("/r$/", "err\r\nok\nor")).containsExactly(1, 3);
        assertThat(findLines("r\no", "err\nok")).isEmpty();
        assertThat(findLines("x", "")).isEmpty();
    }

    @Test
    void findsEveryOccurrenceInLongLine() {
        String line = "ab ".repeat(700);
        for (String find : List.of("ab", "AB", "/ab/", "/a./s", "/(?i)AB/m")) {
            assertThat(findLines(find, "ab ab\n" + line + "\nab ab")).as(find).hasSize(702);
        }
        assertThat(findLines("/x*/", line)).hasSize(1);
        assertThat(findLines("ab", "ab ".repeat(600))).hasSize(1);
    }

    @Test
    void quotedPatternsMatchLinesOfText() {
        String text = "open\n  \"state\": \"open\",\n  \"id\" : 25,\n  \"id\": 2500,\n reopen\n  open \n";
        assertThat(findLines("\"open\"", text)).containsExactly(1, 2, 6);
        assertThat(findLines("\"id\":2500", text)).containsExactly(4);
        assertThat(findLines("\"id\":25", text)).containsExactly(3);
        assertThat(findLines("\"state\":\"open\"", text)).containsExactly(2);
        assertThat(findLines("[\"reopen\",\"/id/\"]", text)).containsExactly(3, 4, 5);
        assertThat(findLines("\"open\"", "\"open\" ".repeat(300))).hasSize(300);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '!',
            value = {
                "rate limit|\"rate limit\"",
                "\"open\"|the value \"open\"",
                "\"id\":7|\"id\":7",
                "/a+/i|/a+/i",
                "/usr/lib/x|\"/usr/lib/x\"",
            })
    void describesTermsForNotices(String find, String described) {
        assertThat(SearchPattern.describe(find)).isEqualTo(described);
    }

    @Test
    void flagsMAndSMatchTheWholeText() {
        assertThat(findLines("/b\\nc/s", "a\nb\nc\nb\nc")).containsExactly(2, 4);
        assertThat(findLines("/^/m", "a\nb\n")).containsExactly(1, 2);
        assertThat(findLines("/é$/m", "é\nb\né")).containsExactly(1, 3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/a(b/|missing closing )",
                "/x[a-/|character 2",
                "/a**/|invalid nested repetition",
                "/(a)\\1/|no backreferences",
                "/a(?=b)/|no lookaround",
                "/[a-\uFFFD]/i|whose case cannot be ignored",
                "/(?i)[a-\uFFFD]/|whose case cannot be ignored",
                "/(?<!a)b/|no lookaround",
                "/((a{1000}){1000})/|too large",
                "/(((((a{99}){99}){99}){99}){99})/|too large",
            })
    void refusesInvalidExpressionWithItsPosition(String find, String message) {
        assertThatThrownBy(() -> parse(find))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                .hasMessageContaining(message);
    }

    @Test
    void deeplyNestedGroupsAreFoundOrRefused() {
        String deep = "/" + "(".repeat(2000) + "a" + ")".repeat(2000) + "/";
        assertThat(deep.length()).isGreaterThan(4000);
        try {
            assertThat(findFirst(deep, "xa")).isEqualTo(1);
        } catch (RefusedException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
        }
    }

    @Test
    void stopsExpressionThatTakesTooLong() {
        AtomicLong nanos = new AtomicLong();
        SearchDeadline deadline = SearchDeadline.of(5, () -> nanos.addAndGet(1_000_000));
        SearchPattern searchPattern = SearchPattern.parse("/(a|b)*c/", deadline);
        Slice text = Slice.of("ab".repeat(1_000_000));
        assertThatThrownBy(() -> searchPattern.findFirst(text))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.QUERY_LIMIT));
    }

    @Test
    void estimatesSizesOfPatterns() {
        assertThat(PatternSize.estimate("abc")).isEqualTo(3);
        assertThat(PatternSize.estimate("a{10}b")).isEqualTo(11);
        assertThat(PatternSize.estimate("(ab){10}")).isBetween(20L, 40L);
        assertThat(PatternSize.estimate("[0-9a-f{]{8}-\\{9}")).isEqualTo(12);
        assertThat(PatternSize.estimate("(a{3,50}){2,}")).isBetween(100L, 110L);
        assertThat(PatternSize.estimate("(".repeat(50))).isZero();
    }
}

package dev.plimsoll.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests regular expressions over long texts, which are read character by character so that the time limit
 * can be checked. */
class LongRegexTest {

    private static final String[] WORDS = {"a", "é", "日", "😀", "b"};

    private static String evaluate(String text, String expression, QueryLimits limits) {
        Slice document = Slice.of("[\"" + text + "\"]");
        return Query.parse(expression)
                .run(QueryInput.json(document, Instant.EPOCH), limits)
                .get(0)
                .utf8();
    }

    private static String createText(int firstNumber, int count, int wordCount) {
        StringBuilder text = new StringBuilder();
        for (int i = firstNumber; i < firstNumber + count; i++) {
            text.append(WORDS[i % wordCount]).append(i % 10);
        }
        return text.toString();
    }

    /** Checks that a long text, which repeats a short one, has the same matches in each copy as the short
     * text alone. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void findsTheSameMatchesInLongAndInShortTexts(int wordCount) {
        String shortText = createText(0, 200, wordCount) + "|";
        int copies = 40;
        String shortTextsExpression = "[.[0] | split(\"|\")[:-1][] | [match(\"(?<w>[^0-9])([35])?()\"; \"g\")"
                + " | [.offset, .length, .string, (.captures | map([.offset, .string]))]]]";
        String longTextExpression = "[.[0] | [match(\"(?<w>[^0-9|])([35])?()\"; \"g\")"
                + " | [.offset % " + shortText.codePointCount(0, shortText.length()) + ", .length, .string,"
                + " (.captures | map([(if .offset < 0 then -1 else .offset % "
                + shortText.codePointCount(0, shortText.length()) + " end), .string]))]]]";
        String shortTextMatches =
                evaluate(shortText.repeat(copies), shortTextsExpression + " | add", QueryLimits.DEFAULT);
        assertThat(evaluate(shortText.repeat(copies), longTextExpression + " | add", QueryLimits.DEFAULT))
                .isEqualTo(shortTextMatches)
                .contains("[6,2,");
    }

    @Test
    void stopsInTheMiddleOfAMatch() {
        String letters = "ab cd".repeat(400_000);
        QueryLimits limits = new QueryLimits(50, Long.MAX_VALUE, 1L << 30, 1L << 20);
        RefusedException refused = catchThrowableOfType(
                RefusedException.class, () -> evaluate(letters, ".[0] | test(\"(.*a){20}[^abcd ]\")", limits));
        assertThat(refused.code()).isEqualTo(ErrorCode.QUERY_LIMIT);
        assertThat(refused).hasMessageContaining("timeMs");
    }
}

package dev.plimsoll.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequiredWordsTest {

    private static final SearchDeadline LONG_DEADLINE = SearchDeadline.of(60_000, () -> 0);

    @ParameterizedTest
    @CsvSource({
        "order 12[0-9]+9, order 12",
        "error|warning, error;warning",
        "(foo|bar)baz, foo;bar",
        "(foo|bar)bazz, bazz",
        "(foo|ba|x)y?, ''",
        "abc+d, abc",
        "abc*d, ab",
        "abc?de, ab",
        "(?:abc)?de, de",
        "(?:abc){2}d, abc",
        "a{2}, ''",
        "x{0}yz, ''",
        "\\d+ms\\b, ms",
        "usr\\/lib, usr/lib",
        "(?i)grün, ''",
        "grün, grün",
        "time[]x]outer, outer",
        "[[:alpha:]]bc, ''",
        "\\Qa.b\\E, ''",
        "\\x41bcd, ''",
        "\\pLbcd, ''",
        ".*, ''",
        "ab|, ''",
        "aa|bb|cc|dd|ee|ff|gg|hh|ii, ''",
    })
    void findsWordsOfWhichEveryMatchContainsOne(String pattern, String words) {
        assertThat(String.join(";", RequiredWords.find(pattern))).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"((((((((((((((((((((((((((ab))))))))))))))))))))))))))", "(", "a)", "[", "a{", "(?P<n>ab)"})
    void findsNoWordsInUnknownSyntax(String pattern) {
        assertThat(RequiredWords.find(pattern)).isEmpty();
    }

    @Test
    void findsEveryMatchingLineByRequiredWords() {
        Random random = new Random(9);
        String[] parts = {
            "a", "b", "ab", "k", "é", "(", ")", "|", "*", "+", "?", "[ab]", "[^a]", ".", "^", "$", "{2}", "{0,1}",
            "\\b", "\\w", "\\.", "(?i)", "(?:", "\\d"
        };
        int withRequiredWords = 0;
        for (int run = 0; run < 40_000; run++) {
            StringBuilder pattern = new StringBuilder();
            int length = 1 + random.nextInt(8);
            for (int i = 0; i < length; i++) {
                pattern.append(parts[random.nextInt(parts.length)]);
            }
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 40; i++) {
                text.append("aAbBkK\u212Aé\n\n.1".charAt(random.nextInt(12)));
            }
            withRequiredWords += checkLines(pattern.toString(), text.toString(), random.nextBoolean()) ? 1 : 0;
        }
        assertThat(withRequiredWords).isGreaterThan(2_500);
    }

    /** Checks the lines that an expression finds. Returns whether it is valid and has required words. */
    private static boolean checkLines(String expression, String text, boolean isCaseIgnored) {
        Pattern pattern;
        try {
            pattern = Pattern.compile(expression, isCaseIgnored ? Pattern.CASE_INSENSITIVE : 0);
        } catch (PatternSyntaxException e) {
            return false;
        }
        Slice bytes = Slice.of(text);
        LineIndex lines = LineIndex.of(bytes);
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < lines.count(); i++) {
            Slice line = bytes.sub(lines.start(i), SearchPattern.lineEnd(bytes, lines, i));
            if (pattern.matcher(line.utf8()).find()) {
                expected.add(i);
            }
        }
        List<Integer> foundLines = new ArrayList<>();
        RegexPattern.parse(expression, isCaseIgnored ? "i" : "", LONG_DEADLINE)
                .forEachMatch(bytes, lines, matchStart -> foundLines.add(lines.lineAt(matchStart)));
        assertThat(foundLines).as("/%s/ in %s", expression, text).isEqualTo(expected);
        return !RequiredWords.find(expression).isEmpty();
    }
}

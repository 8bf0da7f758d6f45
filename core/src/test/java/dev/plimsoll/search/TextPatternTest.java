package dev.plimsoll.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Compares fast searches with an exhaustive search. */
class TextPatternTest {

    private static final SearchDeadline LONG_DEADLINE = SearchDeadline.of(60_000, () -> 0);
    private static final int[] LETTERS =
            "aAkKsS\u017F\u212AéÉåÅ\u212Bσς\u03A3µμ\u039Cπ\"\\/\n-李小😀\u0130\u0131iI\uD800ßẞ"
                    .codePoints()
                    .toArray();

    private static String createText(Random random, int maxLength) {
        StringBuilder text = new StringBuilder();
        int length = 1 + random.nextInt(maxLength);
        int letterCount = 1 + random.nextInt(LETTERS.length);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(LETTERS[random.nextInt(letterCount)]);
        }
        return text.toString();
    }

    private static int searchExhaustively(String text, String word) {
        int[] foldedText = CaseFolding.fold(Slice.of(Utf8.encode(text)));
        int[] foldedWord = CaseFolding.fold(Slice.of(Utf8.encode(word)));
        for (int start = 0; start + foldedWord.length <= foldedText.length; start++) {
            int equalCharacters = 0;
            while (equalCharacters < foldedWord.length
                    && foldedText[start + equalCharacters] == foldedWord[equalCharacters]) {
                equalCharacters++;
            }
            if (equalCharacters == foldedWord.length) {
                return start;
            }
        }
        return -1;
    }

    @Test
    void findsTheSameAsAnExhaustiveSearch() {
        Random random = new Random(5);
        for (int run = 0; run < 30_000; run++) {
            String text = createText(random, 40);
            String word = createText(random, 4);
            Slice bytes = Slice.of(Utf8.encode(text));
            int matchStart = new TextPattern(word, LONG_DEADLINE).findFirst(bytes);
            int characters = matchStart < 0 ? -1 : Utf8.codePoints(bytes.sub(0, matchStart));
            // a surrogate without its other half cannot be encoded
            boolean isValid =
                    Utf8.decode(bytes).equals(text) && word.codePoints().noneMatch(c -> c == 0xD800);
            if (isValid) {
                assertThat(characters).as("%s in %s", word, text).isEqualTo(searchExhaustively(text, word));
            }
        }
    }

    @Test
    void neverSkipsAMatchInJson() {
        Random random = new Random(6);
        for (int run = 0; run < 30_000; run++) {
            String text = createText(random, 12);
            String word = createText(random, 3);
            StringBuilder escaped = new StringBuilder("[\"");
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                boolean isEscapeRequired = c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c);
                boolean isEscaped = isEscapeRequired || random.nextInt(4) == 0;
                escaped.append(isEscaped ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
            String minimallyEscaped =
                    text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
            for (String json : List.of(escaped.append("\"]").toString(), "[\"" + minimallyEscaped + "\"]")) {
                byte[] bytes = Utf8.encode(json);
                Slice stringContent = new Slice(bytes, 2, bytes.length - 2);
                TextPattern pattern = new TextPattern(word, LONG_DEADLINE);
                if (pattern.findFirst(Slice.of(JsonText.unescape(stringContent))) >= 0) {
                    assertThat(pattern.skipTo(bytes, 1, bytes.length))
                            .as("%s in %s", word, json)
                            .isLessThan(bytes.length - 2);
                }
            }
        }
    }

    @Test
    void caseTableContainsAllLettersWithCase() {
        // the table ends before 0x1E944
        for (int c = 0x1E944; c <= Character.MAX_CODE_POINT; c++) {
            if (CaseFolding.fold(c) != c) {
                throw new AssertionError(Integer.toHexString(c));
            }
        }
        assertThat(CaseFolding.variantsOf('s')).containsExactly(0x17F);
        assertThat(CaseFolding.variantsOf('k')).containsExactly(0x212A);
        for (int c = 'a'; c <= 'z'; c++) {
            assertThat(CaseFolding.variantsOf(c).length).isEqualTo(c == 's' || c == 'k' ? 1 : 0);
        }
    }

    @Test
    void stopsSearchForLongWordWithManyNearMatches() {
        AtomicLong nanos = new AtomicLong();
        SearchDeadline deadline = SearchDeadline.of(5, () -> nanos.addAndGet(1_000_000));
        TextPattern pattern = new TextPattern("ab".repeat(1_000) + "aab", deadline);
        Slice text = Slice.of("ab".repeat(100_000));
        assertThatThrownBy(() -> pattern.findFirst(text))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.QUERY_LIMIT));
    }
}

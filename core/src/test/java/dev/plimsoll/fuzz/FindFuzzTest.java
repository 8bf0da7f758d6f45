package dev.plimsoll.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.re2j.Pattern;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.search.DocumentIndexes;
import dev.plimsoll.search.Search;
import dev.plimsoll.search.SearchDeadline;
import dev.plimsoll.search.SearchHit;
import dev.plimsoll.search.SearchPattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fuzzes searches: the fast algorithms find the same as an exhaustive search. */
class FindFuzzTest {

    private static final DocumentIndexes UNCACHED = new DocumentIndexes() {};

    @FuzzTest
    void findsTheSameLinesAsASlowSearch(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        Slice text = Slice.of(Utf8.repair(input.data()));
        String find = Utf8.decode(Slice.of(Utf8.repair(input.firstLine())));
        SearchPattern searchPattern = parsePattern(find);
        if (searchPattern == null) {
            return;
        }
        LineIndex lines = LineIndex.of(text);
        List<Integer> found = new ArrayList<>();
        searchPattern.forEachMatch(text, lines, at -> found.add(lines.lineAt(at)));
        boolean spansLines = find.matches("(?s)/.*/i*[ms][ims]*");
        if (!spansLines) {
            assertThat(found).isEqualTo(searchSlowly(find, text, lines));
        }
    }

    private static @Nullable SearchPattern parsePattern(String find) {
        try {
            return find.isEmpty() ? null : SearchPattern.parse(find, SearchDeadline.of(1_000_000, System::nanoTime));
        } catch (RefusedException refused) {
            return null;
        }
    }

    /** Returns the numbers of the lines that match, from a search that tries every position of every
     * line. */
    private static List<Integer> searchSlowly(String find, Slice text, LineIndex lines) {
        boolean expression = find.matches("(?s)/(?:[^/\\\\]|\\\\.)+/i*");
        boolean ignoresCase = expression && find.endsWith("i");
        Pattern pattern = expression
                ? Pattern.compile(find.substring(1, find.lastIndexOf('/')), ignoresCase ? Pattern.CASE_INSENSITIVE : 0)
                : Pattern.compile("");
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < lines.count(); i++) {
            Slice line = text.sub(lines.start(i), SearchPattern.lineEnd(text, lines, i));
            // the line ending can match too
            Slice whole = text.sub(lines.start(i), lines.end(i));
            boolean matches = expression ? pattern.matcher(Utf8.decode(line)).find() : occursIn(find, whole);
            if (matches) {
                found.add(i);
            }
        }
        return found;
    }

    private static boolean occursIn(String word, Slice text) {
        int[] sought = folded(word);
        int[] in = folded(Utf8.decode(text));
        for (int at = 0; at + sought.length <= in.length; at++) {
            int equalCount = 0;
            while (equalCount < sought.length && in[at + equalCount] == sought[equalCount]) {
                equalCount++;
            }
            if (equalCount == sought.length) {
                return true;
            }
        }
        return false;
    }

    /** Returns the code points of a text without case. The Turkish letters İ and ı stay different from i.
     */
    private static int[] folded(String text) {
        return text.codePoints()
                .map(c -> c == 0x130 || c == 0x131 ? c : Character.toLowerCase(Character.toUpperCase(c)))
                .toArray();
    }

    @FuzzTest
    void findsEveryItemThatMatches(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        SearchPattern searchPattern = parsePattern(Utf8.decode(Slice.of(Utf8.repair(input.firstLine()))));
        Slice list = Json.trim(input.data());
        if (searchPattern == null || !Json.isValid(list) || Json.type(list) != JsonType.ARRAY) {
            return;
        }
        ItemIndex items = ItemIndex.of(list);
        int count = 0;
        for (int i = 0; i < items.count(); i++) {
            count += SearchHit.find(items.item(i), searchPattern) == null ? 0 : 1;
        }
        assertThat(Search.findInJson(List.of(list), searchPattern, UNCACHED).count())
                .isEqualTo(count);
    }
}

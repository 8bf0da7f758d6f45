package dev.plimsoll.search.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.search.DocumentIndexes;
import dev.plimsoll.search.SearchDeadline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PassageIndexTest {

    private static final SearchDeadline NO_DEADLINE = SearchDeadline.ofRankedSearch(1, () -> 0);

    private static PassageIndex index(String text, SearchDeadline deadline) {
        return PassageCollector.indexText(Slice.of(text), new DocumentIndexes() {}, any -> null, deadline);
    }

    private static List<String> words(String text) {
        byte[] bytes = Slice.of(text).bytes();
        List<String> words = new ArrayList<>();
        new WordScanner()
                .scan(
                        bytes,
                        0,
                        bytes.length,
                        (term, length, from, to, firstEnd) -> words.add(new Slice(term, 0, length).utf8()));
        return words;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Don't STOP_here 2x|don t stop here 2x",
                "ÄRGER Straße naïve ﬁx|arger strasse naive fix",
                "İstanbul ısı Łódź smørrebrød|istanbul isi lodz smorrebrod",
                "й ё Ω ς|и е ω σ",
                "退款a政策|退款 款 a 政策 策",
                "ｶﾒﾗ ＡＢＣ|カメ メラ ラ abc",
                "한국어|한국 국어 어",
                "e\u0301te\u0301|ete",
                "हिन्दी|हिन्दी"
            })
    void foldsWords(String text, String words) {
        assertThat(words(text)).containsExactly(words.split(" "));
    }

    @Test
    void passagesCoverTheTextAndStayShort() {
        String text = "First paragraph. ".repeat(30) + "\n\n" + "x".repeat(5_000) + "\n\nA line\n".repeat(400);
        PassageList passages = index(text, NO_DEADLINE).passages();
        int end = 0;
        for (int i = 0; i < passages.count(); i++) {
            assertThat(passages.to(i) - passages.from(i)).isBetween(1, PassageSplitter.MAX_BYTES);
            assertThat(text.substring(end, passages.from(i))).isBlank();
            end = passages.to(i);
        }
        assertThat(text.substring(end)).isBlank();
    }

    @Test
    void stopsAtItsDeadline() {
        AtomicLong clock = new AtomicLong();
        SearchDeadline deadline = SearchDeadline.ofPassageIndex(() -> clock.getAndAdd(1_000_000_000L));
        assertThatThrownBy(() -> index("Some words in a line.\n\n".repeat(2_000), deadline))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("search took longer than 10000 ms");
    }

    @Test
    void countsItsMemory() {
        PassageIndex small = index("Some words in a line.\n\n".repeat(100), NO_DEADLINE);
        PassageIndex large = index("Some words in a line.\n\n".repeat(10_000), NO_DEADLINE);
        assertThat(large.memoryBytes()).isGreaterThan(10 * small.memoryBytes());
    }
}

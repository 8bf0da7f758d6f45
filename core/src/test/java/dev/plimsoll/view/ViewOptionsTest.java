package dev.plimsoll.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ViewOptionsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "335-337,5485|335-337,5485",
                "9, 3-5 ,4-8|3-9",
                "1:480000-481000|1:480000-481000",
                "1:9-12,1:1-8|1:1-12",
                "2:5,1-3|1-3",
                "2:5,3-4|2:5,3-4",
                "7|7",
            })
    void sortsAndMergesRanges(String text, String expected) {
        assertThat(TextRanges.parse(text)).hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "3-2", "a", "1-", "-1", "1:", "1:0-4", "0:1-4", "1,,2", "1:2:3", "99999999999"})
    void rejectsTextsThatAreNotRanges(String text) {
        assertThat(TextRanges.parse(text)).isNull();
    }

    @Test
    void parsesContextOfOneOrTwoNumbers() {
        assertThat(MatchContext.parse("2")).isEqualTo(new MatchContext(2, 2));
        assertThat(MatchContext.parse(" 2 , 0 ")).isEqualTo(new MatchContext(2, 0));
        assertThat(MatchContext.parse("100,100")).isEqualTo(new MatchContext(100, 100));
        for (String invalid : List.of("101", "1,101", "-1", "1,2,3", "x", "")) {
            assertThat(MatchContext.parse(invalid)).as(invalid).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "[\"a\"]", "[", "\"whole\"", "/[a-z]/"})
    void restoresSingleTermFromSearchText(String term) {
        String searchText = new FindTerms(List.of(term)).searchText();
        assertThat(FindTerms.ofSearchText(searchText).all()).containsExactly(term);
    }

    @Test
    void restoresListOfTermsFromSearchText() {
        List<String> terms = List.of("a", "/b \"c\"/i", "[d");
        assertThat(FindTerms.ofSearchText(new FindTerms(terms).searchText()).all())
                .isEqualTo(terms);
        // search texts of earlier versions
        assertThat(FindTerms.ofSearchText("[1]").all()).containsExactly("[1]");
        assertThat(FindTerms.ofSearchText("[]").all()).containsExactly("[]");
    }

    @Test
    void viewWithoutOptionsHasTheBytesOfEarlierVersions() {
        View view = View.forFirstAnswer(Policy.defaults(), new Budget(4_000, 48_000));
        assertThat(view.encode().utf8()).isEqualTo("[\"AUTO\",-1,\"\",[],0,0,50,4000,48000,0,{},\"\"]");
        assertThat(View.decode(view.encode())).isEqualTo(view);
        View stored = View.decode(Slice.of("[\"FIND\",-1,\"\",[],3,9,50,4000,48000,0,{},\"x\",\"Lead.\"]"));
        assertThat(stored.options()).isEqualTo(ViewOptions.NONE.withLeadSentence("Lead."));
        assertThat(stored.firstLine()).isEqualTo(3);
    }

    @Test
    void restoresViewWithOptionsFromItsBytes() {
        TextRanges ranges = Objects.requireNonNull(TextRanges.parse("3-5,1:7-9"));
        ViewOptions options =
                ViewOptions.NONE.withContext(new MatchContext(2, 0)).withRanges(ranges);
        View view = View.forFirstAnswer(Policy.defaults(), new Budget(4_000, 48_000))
                .withSearch(Mode.FIND, "x")
                .withOptions(options);
        assertThat(view.encode().utf8()).endsWith(",\"x\",\"\",{\"context\":\"2,0\",\"lines\":\"1:7-9,3-5\"}]");
        assertThat(View.decode(view.encode())).isEqualTo(view);
        assertThat(view.hasLines()).isTrue();
        assertThat(view.withMode(Mode.OUTLINE).options()).isEqualTo(ViewOptions.NONE);
        assertThat(view.withLines(1, 2).options().ranges().isNone()).isTrue();
    }
}

package dev.plimsoll.search.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadingLinesTest {

    private static List<List<String>> paths(String text) {
        Slice slice = Slice.of(text);
        HeadingLines headings = HeadingLines.find(slice, LineIndex.of(slice));
        return IntStream.range(0, headings.count()).mapToObj(headings::path).toList();
    }

    // with the no-break space and the ideographic space that manuals put after the number
    @ParameterizedTest
    @ValueSource(strings = {" ", "\t", "\u00A0", "\u3000"})
    void readsANumberedTitleAfterEachKindOfSpace(String space) {
        String text = "Text.\n\n1." + space + "Guida\n\nText.\n\n1.2." + space + "Avvio del sistema\n\nText.\n";

        assertThat(paths(text)).hasSize(2).last().asString().contains("Guida").contains("Avvio del sistema");
    }

    @Test
    void aSentenceWithANumberIsNoTitle() {
        assertThat(paths("Text.\n\n3 people were there.\n\nText.\n")).isEmpty();
    }
}

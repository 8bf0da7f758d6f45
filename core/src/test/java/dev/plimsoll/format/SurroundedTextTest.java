package dev.plimsoll.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SurroundedTextTest {

    private static final String JSON =
            "[\n {\"id\": 1, \"name\": \"Ada Lovelace, Countess of Lovelace\"},\n {\"id\": 2, \"name\": \"Bob, who has no other name but this\"}\n]";
    private static final String RECORDS =
            "[{\"id\":1,\"name\":\"Ada Lovelace\"},{\"id\":2,\"name\":\"Bob Builder\"},{\"id\":3,\"name\":\"Chi Wang\"}]";
    private static final String CSV = "id,name\n1,Ada Lovelace\n2,Bob Builder\n3,Chi Wang\n";

    @Test
    void readsJsonAfterASentence() {
        TextData data = data("Script ran on page and returned:\n\n" + JSON);
        assertThat(json(data)).isEqualTo(JSON);
        assertThat(data.otherText().before().utf8()).isEqualTo("Script ran on page and returned:");
        assertThat(data.otherText().after().isEmpty()).isTrue();
    }

    @Test
    void readsJsonBeforeRemarks() {
        TextData data = data(JSON + "\n\nShowing 2 of 90 rows (output truncated).\nCall again with page 2.");
        assertThat(json(data)).isEqualTo(JSON);
        assertThat(data.otherText().after().utf8())
                .isEqualTo("Showing 2 of 90 rows (output truncated).\nCall again with page 2.");
    }

    @Test
    void readsTheDiffBelowALongCommitMessage() {
        String message = "    Fix it\n    \n" + "    It was wrong.\n".repeat(9);
        String commitHeader = "commit d05a1ab8\nAuthor: Ada <a@b>\nDate:   today\n\n" + message;
        TextData data = data(commitHeader + "\n--- a/x.c\n+++ b/x.c\n@@ -1,9 +1,9 @@\n"
                + " a line that stays as it is, and is long\n".repeat(8) + "-old\n+new\n");
        assertThat(data.label()).isEqualTo("diff");
        assertThat(json(data)).startsWith("[{\"file\":\"x.c\",\"status\":\"modified\",\"added\":1,\"removed\":1");
        assertThat(data.otherText().before().utf8())
                .startsWith("commit d05a1ab8\n")
                .contains("It was wrong.");
    }

    @Test
    void readsFencedJson() {
        TextData data = data(
                "# evaluate_script response\nScript ran on page and returned:\n```json\n" + JSON + "\n```\nDone.\n");
        assertThat(json(data).strip()).isEqualTo(JSON);
        assertThat(data.otherText().before().utf8())
                .isEqualTo("# evaluate_script response\nScript ran on page and returned:");
        assertThat(data.otherText().after().utf8()).isEqualTo("Done.");
    }

    @Test
    void readsSeveralFencedBlocksAsAList() {
        TextData data = data("Users:\n```json\n" + JSON + "\n```\nOrders:\n~~~csv\n" + CSV + "~~~\n");
        assertThat(json(data)).isEqualTo("[" + JSON + "," + RECORDS + "]");
        assertThat(Objects.requireNonNull(data.text(1, 2)).utf8()).isEqualTo("~~~csv\n" + CSV + "~~~\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The result, as you asked for:\n" + CSV,
                CSV + "(3 rows)\n",
                "Query result\n\n" + CSV + "\n(3 rows)\n1 warning\n"
            })
    void readsCsvBetweenRemarks(String text) {
        TextData data = data(text);
        assertThat(json(data)).isEqualTo(RECORDS);
        assertThat(data.lineErrors().unreadableLines()).isZero();
        assertThat(data.otherText().isNone()).isFalse();
    }

    @Test
    void readsALongTableWithRemarks() {
        String rows =
                IntStream.range(0, 9000).mapToObj(i -> i + ",name " + i + "\n").collect(Collectors.joining());
        TextData data = data("Found these:\nid,name\n" + rows + "(9000 rows)\nTime: 3 ms\n");
        assertThat(json(data)).startsWith("[{\"id\":0,").endsWith("\"name\":\"name 8999\"}]");
        assertThat(data.lineErrors().unreadableLines()).isZero();
        assertThat(data.otherText().after().utf8()).isEqualTo("(9000 rows)\nTime: 3 ms");
    }

    @Test
    void numbersErrorLinesFromTheStartOfTheText() {
        String rows = IntStream.range(0, 200).mapToObj(i -> i + ",a\n").collect(Collectors.joining());
        TextData data = data("Found:\nid,name\n" + rows + "broken\n" + rows + "(end)\n");
        assertThat(data.lineErrors().firstLine()).isEqualTo(203);
        assertThat(data.lineErrors().unreadableLines()).isEqualTo(1);
    }

    @Test
    void readsMatchesBelowOtherLines() {
        String matches = IntStream.range(0, 400)
                .mapToObj(i -> "src/a" + i + ".c:7:found\n")
                .collect(Collectors.joining());
        TextData data = data("Process started with PID 12\nInitial output:\n" + matches);
        assertThat(json(data)).startsWith("[{\"path\":\"src/a0.c\"");
        assertThat(data.lineErrors().unreadableLines()).isZero();
        assertThat(data.otherText().before().utf8()).isEqualTo("Process started with PID 12\nInitial output:");
        TextData broken = data("Found:\n" + matches + "no match\n" + matches);
        assertThat(broken.lineErrors().unreadableLines()).isEqualTo(1);
        assertThat(broken.lineErrors().firstLine()).isEqualTo(402);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\nb\nc\nd\ne\nf\n" + JSON,
                JSON + "\n"
                        + "This text explains at length what the two records above mean, and why there are not more of them. "
                        + "It also says what was left out.\n",
                "Text\n```json\nnot json\n```\n",
                "```\nplain text\nin a block\n```\n",
                "A sentence, and another one.\nIt goes on, line by line.\nThere is no data, none at all.\nReally.\n"
            })
    void findsNoDataIfMostOfTheTextIsNotData(String text) {
        assertThat(TextFormats.read(Slice.of(text))).isNull();
    }

    private static TextData data(String text) {
        return Objects.requireNonNull(TextFormats.read(Slice.of(text)), text);
    }

    private static String json(TextData data) {
        ByteSink out = new ByteSink(data.size());
        data.writeTo(out);
        return out.slice().utf8();
    }
}

package dev.plimsoll.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.seeds.Seed.Answer;
import dev.plimsoll.testkit.sample.Payloads;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what seed 000 (docs/reference/seeds/000.md) says about tools that write: style {@code receipt}. */
class ReceiptTest {

    private final Seed seed = Seed.of(Preset.BALANCED, policy -> policy.with(Policy.STYLE, StyleId.of("receipt")));

    @Test
    void receiptOfLongEchoKeepsStatusIdsAndCounts() {
        String echo = "{\"status\":\"created\",\"orderId\":17,\"description\":\"" + "lorem ipsum ".repeat(3000)
                + "\",\"lines\":" + Seed.orders(300) + ",\"summary\":{\"rows_affected\":300,\"text\":\"long\"}}";

        Answer receipt = seed.text(echo);

        assertThat(receipt.keys()).containsExactly("_plimsoll", "status", "orderId", "lines", "summary");
        assertThat(receipt.json().path("status").asString()).isEqualTo("created");
        assertThat(receipt.json().at("/lines/count").asInt()).isEqualTo(300);
        assertThat(receipt.json().at("/lines/ids").size()).isEqualTo(25);
        assertThat(receipt.json().path("summary").toString()).isEqualTo("{\"rows_affected\":300}");
        assertThat(receipt.outcome()).isEqualTo("receipt");
        assertThat(receipt.guarded().receipt().answerTokens()).isLessThan(400);
    }

    /** Tests the preset of the seed. Its form for reads would show only the list that the tool echoes. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void writeToolInPresetListGetsReceipt(boolean isStyleConfigured) {
        String bookings = IntStream.range(0, 300)
                .mapToObj(i -> "{\"id\":\"bk_" + i
                        + "\",\"guest\":{\"name\":\"Grace Hopper\",\"email\":\"grace@example.org\"},"
                        + "\"checkIn\":\"2026-03-01\",\"notes\":\"" + "Late arrival, quiet room please. ".repeat(8)
                        + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
        String echo = "{\"status\":\"created\",\"batch_id\":\"B-9\",\"bookings\":" + bookings + "}";
        Seed writeTool = isStyleConfigured
                ? Seed.of(Preset.LIST, policy -> policy.with(Policy.STYLE, StyleId.of("receipt")))
                : Seed.of(Preset.LIST).asWriteTool();

        Answer receipt = writeTool.text(echo);

        assertThat(receipt.json().path("status").asString()).isEqualTo("created");
        assertThat(receipt.json().path("batch_id").asString()).isEqualTo("B-9");
        assertThat(receipt.json().at("/bookings/count").asInt()).isEqualTo(300);
        assertThat(receipt.json().at("/bookings/ids/0").asString()).isEqualTo("bk_0");
        assertThat(receipt.outcome()).isEqualTo("receipt");
        String cursor = receipt.json().at("/_plimsoll/nextCursor").asString();
        assertThat(writeTool
                        .read(cursor, "{\"cursor\":\"$\",\"path\":\"/bookings/299/id\"}")
                        .text())
                .isEqualTo("bk_299");
    }

    /** Tests that the echo of a write of 300 verbose bookings can be read completely, byte by byte. */
    @Test
    void cursorReadsCompleteEcho() {
        String echo = new String(Payloads.bookings(300, 800, 2_500), StandardCharsets.UTF_8);
        Answer receipt = seed.text(echo);
        assertThat(receipt.outcome()).isEqualTo("receipt");
        assertThat(receipt.json().path("count").toString()).isEqualTo("300");
        String next = receipt.json().at("/_plimsoll/nextCursor").asString();
        StringBuilder read = new StringBuilder();
        while (!next.isEmpty()) {
            Answer page = seed.read(next, "{\"cursor\":\"$\"}");
            int from = page.text().indexOf(",\"items\":[") + 10;
            assertThat(page.json().has("folded")).isFalse();
            read.append(read.isEmpty() ? "" : ",")
                    .append(page.text(), from, page.text().length() - 2);
            next = page.json().path("nextCursor").asString("");
        }
        assertThat("[" + read + "]").isEqualTo(echo);
    }

    @Test
    void shortEchoPassesAndErrorStaysError() {
        assertThat(seed.text("{\"status\":\"created\"}").outcome()).isEqualTo("passed");
        String error =
                "{\"content\":[{\"type\":\"text\",\"text\":" + Seed.quoted("no ".repeat(9000)) + "}],\"isError\":true}";
        assertThat(seed.guard(error).whole().path("isError").asBoolean()).isTrue();
    }
}

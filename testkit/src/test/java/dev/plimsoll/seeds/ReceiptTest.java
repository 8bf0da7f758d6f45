package dev.plimsoll.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.Style;
import dev.plimsoll.seeds.Seed.Reply;
import org.junit.jupiter.api.Test;

/** The write path that document 000 speaks of: style {@code receipt}. */
class ReceiptTest {

    private final Seed seed = Seed.of(Preset.BALANCED, policy -> policy.with(Policy.STYLE, Style.RECEIPT));

    @Test
    void keepsStatusIdsAndCountsOfALongEcho() {
        String echo = "{\"status\":\"created\",\"orderId\":17,\"description\":\"" + "lorem ipsum ".repeat(3000)
                + "\",\"lines\":" + Seed.orders(300) + ",\"summary\":{\"rows_affected\":300,\"text\":\"long\"}}";

        Reply receipt = seed.text(echo);

        assertThat(receipt.keys()).containsExactly("_plimsoll", "status", "orderId", "lines", "summary");
        assertThat(receipt.json().path("status").asString()).isEqualTo("created");
        assertThat(receipt.json().at("/lines/count").asInt()).isEqualTo(300);
        assertThat(receipt.json().at("/lines/ids").size()).isEqualTo(25);
        assertThat(receipt.json().path("summary").toString()).isEqualTo("{\"rows_affected\":300}");
        assertThat(receipt.outcome()).isEqualTo("receipt");
        assertThat(receipt.guarded().receipt().answerTokens()).isLessThan(400);
    }

    @Test
    void theWholeEchoIsBehindItsCursor() {
        Reply receipt = seed.text(Seed.orders(900));

        assertThat(receipt.json().path("count").asInt()).isEqualTo(900);
        String cursor = receipt.json().at("/_plimsoll/nextCursor").asString();
        assertThat(seed.read(cursor, "{\"cursor\":\"$\"}")
                        .json()
                        .path("items")
                        .path(0)
                        .path("id")
                        .asInt(-1))
                .isZero();
    }

    @Test
    void aShortEchoPassesAndAnErrorStaysAnError() {
        assertThat(seed.text("{\"status\":\"created\"}").outcome()).isEqualTo("passed");
        String error =
                "{\"content\":[{\"type\":\"text\",\"text\":" + Seed.quoted("no ".repeat(9000)) + "}],\"isError\":true}";
        assertThat(seed.guard(error).whole().path("isError").asBoolean()).isTrue();
    }
}

package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CacheMarkTest {

    private static final String MARK = "\"dev.plimsoll/cache\":{\"hit\":true}";

    private static boolean isIn(String... pieces) {
        Slice[] slices = new Slice[pieces.length];
        for (int i = 0; i < pieces.length; i++) {
            // as received: a range of a longer array whose surroundings look like the mark
            byte[] around = ("hit\":true" + pieces[i] + "\"dev.plimsoll/").getBytes(StandardCharsets.UTF_8);
            slices[i] = new Slice(around, 9, around.length - 14);
        }
        return CacheMark.isMarked(slices);
    }

    private static String answer(int padding, String mark) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[],\"_meta\":{" + mark + ",\"a\":\""
                + "é".repeat(padding) + "\"}}}";
    }

    @Test
    void findsMarkNearEnd() {
        for (int padding = 0; padding < 480; padding++) {
            assertThat(isIn(answer(padding, MARK))).as("padding %d", padding).isTrue();
        }
    }

    @Test
    void findsMarkInSeparateSlice() {
        assertThat(isIn("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[],\"_meta\":{", MARK, "}}}"))
                .isTrue();
    }

    @Test
    void ignoresImitatedMark() {
        assertThat(isIn(answer(0, MARK.replace("true", "false")))).isFalse();
        assertThat(isIn(answer(0, "\"x\":{" + MARK + "}"))).isFalse();
        assertThat(isIn(answer(600, MARK))).isFalse();
        assertThat(isIn("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{" + MARK + "}}"))
                .isFalse();
        assertThat(isIn(MARK)).isFalse();
        assertThat(isIn("", "a", MARK.substring(1))).isFalse();
    }
}

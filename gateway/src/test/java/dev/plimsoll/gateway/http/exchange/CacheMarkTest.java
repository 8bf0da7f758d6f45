package dev.plimsoll.gateway.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CacheMarkTest {

    private static final String MARK = "\"dev.plimsoll/cache\":{\"hit\":true}";

    private static boolean isMarked(String... pieces) {
        Slice[] slices = new Slice[pieces.length];
        for (int i = 0; i < pieces.length; i++) {
            // a received message is a range of a longer array; here, the bytes around the range look like parts of the
            // mark
            byte[] array = ("hit\":true" + pieces[i] + "\"dev.plimsoll/").getBytes(StandardCharsets.UTF_8);
            slices[i] = new Slice(array, 9, array.length - 14);
        }
        return CacheMark.isMarked(Message.result(Slice.of("1"), List.of(slices)));
    }

    private static String answer(int padding, String mark) {
        return "{\"content\":[],\"_meta\":{" + mark + ",\"a\":\"" + "é".repeat(padding) + "\"}}";
    }

    @Test
    void findsMarkNearEnd() {
        for (int padding = 0; padding < 480; padding++) {
            assertThat(isMarked(answer(padding, MARK)))
                    .as("padding %d", padding)
                    .isTrue();
        }
    }

    @Test
    void findsMarkInSeparateSlice() {
        assertThat(isMarked("{\"content\":[],\"_meta\":{", MARK, "}}")).isTrue();
    }

    @Test
    void ignoresMarkWithAnotherPlaceOrValue() {
        assertThat(isMarked(answer(0, MARK.replace("true", "false")))).isFalse();
        assertThat(isMarked(answer(0, "\"x\":{" + MARK + "}"))).isFalse();
        assertThat(isMarked(answer(600, MARK))).isFalse();
        assertThat(isMarked("{" + MARK + "}")).isFalse();
        assertThat(isMarked(MARK)).isFalse();
        assertThat(isMarked("", "a", MARK.substring(1))).isFalse();
    }
}

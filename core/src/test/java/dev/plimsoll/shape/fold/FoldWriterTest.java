package dev.plimsoll.shape.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import java.time.InstantSource;
import java.util.Base64;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FoldWriterTest {

    private static final String DATA = base64(300_000);

    private static String base64(int bytes) {
        byte[] random = new byte[bytes];
        new SplittableRandom(11).nextBytes(random);
        return Base64.getEncoder().encodeToString(random);
    }

    private static String answer(String result) {
        SnapshotStore store = SnapshotStore.inMemory(
                new StoreLimits(1L << 30, 1L << 30, 10), InstantSource.system(), new SplittableRandom(7));
        Plimsoll engine = Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .policy(Policy.defaults())
                .build();
        return engine.guard(ToolCall.of("s", "t", "c"), RawResult.of(Slice.of(result)))
                .result()
                .utf8();
    }

    @Test
    void omitsBase64ThatDoesNotFit() {
        String block = "{\"type\":\"image\",\"data\":\"" + DATA + "\",\"mimeType\":\"image/png\"}";

        String answer =
                answer("{\"content\":[" + block + "],\"structuredContent\":{\"id\":7,\"content\":[" + block + "]}}");

        assertThat(answer)
                .contains("[400000 characters of base64; path /content/0/data]")
                .contains("[image image/png, 300000 bytes, left out: plimsoll_read with cursor ")
                .doesNotContain("resource_link")
                .doesNotContain(DATA.substring(0, 20))
                .hasSizeLessThan(5_000);
    }

    @Test
    void showsBeginningOfLongText() {
        String words = "the load line of a ship ".repeat(20_000);

        String answer = answer("{\"content\":[],\"structuredContent\":{\"id\":7,\"notes\":[\"" + words + "\"]}}");

        assertThat(answer).contains("the load line of a ship the").contains(" characters; path /notes/0]");
    }
}

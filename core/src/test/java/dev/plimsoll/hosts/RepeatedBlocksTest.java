package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.sample.Pictures;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests results that contain an image, and whose structured content only repeats the content blocks. */
class RepeatedBlocksTest {

    private static final Pattern CURSOR = Pattern.compile("plimsoll_read with cursor ([A-Za-z0-9_-]+) gives it");

    private static final ToolCall CALL = ToolCall.of("files", "read_media_file", "ada");

    private final Plimsoll engine = Plimsoll.builder().policy(Policy.defaults()).build();

    private static String image(int bytes) {
        byte[] picture = Pictures.png(800, 600);
        byte[] random = new byte[bytes];
        new SplittableRandom(11).nextBytes(random);
        // the header has the dimensions, from which the cost of an image is known
        System.arraycopy(picture, 0, random, 0, picture.length);
        return "{\"type\":\"image\",\"data\":\"" + Base64.getEncoder().encodeToString(random)
                + "\",\"mimeType\":\"image/png\"}";
    }

    private static String result(String blocks, String repeated) {
        return "{\"content\":[" + blocks + "],\"structuredContent\":{\"content\":[" + repeated + "]}}";
    }

    private String answer(String result) {
        String answer =
                engine.guard(CALL, RawResult.of(Slice.of(result))).result().utf8();
        assertThat(Json.isValid(Slice.of(answer))).isTrue();
        return answer;
    }

    @Test
    void replacesALargeImageWithALineWhoseCursorReadsIt() {
        String image = image(300_000);

        String answer = answer(result(image, image));

        assertThat(answer)
                .contains("[image image/png, 300000 bytes, left out: ")
                // clients require structured content if the tool has an output schema
                .contains("\"structuredContent\":{\"notice\":\"See the content blocks.\"}")
                .doesNotContain("characters of base64", "folded", "Items 1-1")
                .hasSizeLessThan(1_000);
        Matcher cursor = CURSOR.matcher(answer);
        assertThat(cursor.find()).isTrue();
        String read = engine.read(CALL, Slice.of("{\"cursor\":\"" + cursor.group(1) + "\"}"))
                .result()
                .utf8();
        assertThat(read).contains(image);
    }

    @Test
    void anImageThatFitsIsSentOnce() {
        String image = image(60_000);

        String answer = answer(result(image, image.replace(",", ", ")));

        assertThat(answer).containsOnlyOnce("\"data\"").contains(image).doesNotContain("characters of base64");
    }

    @Test
    void textBesideTheImageStays() {
        String blocks = image(300_000) + ",{\"type\":\"text\",\"text\":\"a ship at the quay\"}";

        assertThat(answer(result(blocks, blocks)))
                .contains("a ship at the quay", "[image image/png, 300000 bytes, left out: ")
                .hasSizeLessThan(1_000);
    }

    @Test
    void theFirstAnswerAndAReopenedSnapshotHaveTheSameDocument() {
        SnapshotStore store = SnapshotStore.inMemory(
                new StoreLimits(1L << 30, 1L << 30, 10), InstantSource.system(), new SplittableRandom(7));
        Policy policy = Policy.defaults().with(Policy.STRIP, List.of("/debug"));
        String image = image(300_000);
        String result = "{\"content\":[" + image + "],\"structuredContent\":{\"content\":[" + image + "],\"debug\":1}}";

        String answer = engine(store, policy)
                .guard(CALL, RawResult.of(Slice.of(result)))
                .result()
                .utf8();

        assertThat(answer)
                .contains("[image image/png, 300000 bytes, left out: ")
                .doesNotContain("characters of base64");
        Matcher cursor = CURSOR.matcher(answer);
        assertThat(cursor.find()).isTrue();
        Slice arguments = Slice.of("{\"cursor\":\"" + cursor.group(1) + "\"}");
        assertThat(engine(store, policy).read(CALL, arguments).result().utf8())
                .contains(image)
                .doesNotContain("CURSOR_EXPIRED");
    }

    private static Plimsoll engine(SnapshotStore store, Policy policy) {
        return Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .policy(policy)
                .build();
    }

    @Test
    void otherStructuredContentStays() {
        String image = image(300_000);

        assertThat(answer(result(image, image + ",{\"width\":640}"))).contains("640", "characters of base64");
        assertThat(answer("{\"content\":[" + image + "],\"structuredContent\":{\"content\":[" + image
                        + "],\"width\":640}}"))
                .contains("640");
    }
}

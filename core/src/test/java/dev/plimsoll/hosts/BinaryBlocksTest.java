package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Profiles;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests images and blobs for clients with different profiles. */
class BinaryBlocksTest {

    private static final Pattern CURSOR = Pattern.compile("left out: plimsoll_read with cursor (\\S+) gives it");
    private static final int SIZE = 300_000;

    private static String block(String type, int bytes) {
        return "{\"type\":\"" + type + "\",\"data\":\"" + "QUJD".repeat(bytes / 3) + "\",\"mimeType\":\"image/png\"}";
    }

    private static Slice result(String block) {
        return Slice.of("{\"content\":[{\"type\":\"text\",\"text\":\"The chart.\"}," + block + "]}");
    }

    private static Plimsoll engine(Policy policy) {
        return Plimsoll.builder()
                .policies(Policies.of(policy).withProfiles(Profiles.builtIn()))
                .build();
    }

    private static ToolCall call(String client) {
        return ToolCall.of("charts", "draw", "ann").withClient(ClientFeatures.current().withName(client));
    }

    @ParameterizedTest
    @CsvSource({
        "some client, image, line",
        "codex-mcp-client, image, whole",
        "codex-mcp-client, audio, line",
        "opencode, image, whole",
        "gemini-cli-mcp-client, image, whole",
        "claude-code, image, link",
        "Visual Studio Code, audio, link",
    })
    void showsWhatTheClientCanShow(String client, String type, String expected) {
        Slice result = result(block(type, SIZE));
        String answer =
                engine(Policy.defaults()).guard(call(client), RawResult.of(result)).result().utf8();
        assertThat(answer).contains("The chart.");
        if (expected.equals("whole")) {
            assertThat(answer).contains("QUJDQUJD").doesNotContain("left out");
            return;
        }
        assertThat(answer).contains("[" + type + " image/png, 300000 bytes, left out: plimsoll_read with cursor ");
        assertThat(answer).doesNotContain("QUJDQUJD");
        assertThat(answer.contains("resource_link")).isEqualTo(expected.equals("link"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"image", "audio"})
    void readsTheBlockThatWasLeftOut(String type) {
        Plimsoll engine = engine(Policy.defaults());
        String block = block(type, SIZE);
        ToolCall call = call("some client");
        Matcher cursor = CURSOR.matcher(engine.guard(call, RawResult.of(result(block))).result().utf8());
        assertThat(cursor.find()).isTrue();
        Slice read = engine.read(call, Slice.of("{\"cursor\":\"" + cursor.group(1) + "\"}")).result();
        assertThat(read.utf8()).contains(block);
    }

    @Test
    void leavesOutImagesAboveTheLimitOfAClientThatShowsThem() {
        Slice result = result(block("image", 6_000_000));
        assertThat(engine(Policy.defaults()).guard(call("opencode"), RawResult.of(result)).result().utf8())
                .contains("[image image/png, 6000000 bytes, left out: ");
    }

    @Test
    void configuredLimitsHoldForImages() {
        Policy policy = Policy.defaults().with(Policy.BINARY_BYTES, 10_000);
        Slice result = result(block("image", SIZE));
        assertThat(engine(policy).guard(call("opencode"), RawResult.of(result)).result().utf8())
                .contains("left out");
    }
}

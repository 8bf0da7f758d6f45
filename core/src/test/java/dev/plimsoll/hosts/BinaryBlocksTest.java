package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Profiles;
import java.util.Base64;
import java.util.Random;
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
        return ToolCall.of("charts", "draw", "ann")
                .withClient(ClientFeatures.current().withName(client));
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
        String answer = engine(Policy.defaults())
                .guard(call(client), RawResult.of(result))
                .result()
                .utf8();
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
        Matcher cursor = CURSOR.matcher(
                engine.guard(call, RawResult.of(result(block))).result().utf8());
        assertThat(cursor.find()).isTrue();
        Slice read = engine.read(call, Slice.of("{\"cursor\":\"" + cursor.group(1) + "\"}"))
                .result();
        assertThat(read.utf8()).contains(block);
    }

    @ParameterizedTest
    @ValueSource(strings = {"image\\/png", "image/png; name=\\\"a\\nb\\u0001\\\""})
    void writesEscapedTypesAsValidJson(String type) {
        String block = block("image", SIZE).replace("image/png", type);
        for (String client : new String[] {"some client", "claude-code", "ai-sdk-mcp-client"}) {
            Plimsoll engine = engine(Policy.defaults());
            Slice answer =
                    engine.guard(call(client), RawResult.of(result(block))).result();
            assertThat(Json.isValid(answer)).as(answer.utf8()).isTrue();
            assertThat(answer.utf8()).contains("[image image/png").doesNotContain("image\\/png");
            assertThat(Json.isValid(Slice.of(readLeftOut(engine, call(client), block))))
                    .isTrue();
        }
    }

    @Test
    void leavesOutImagesAboveTheLimitOfAClientThatShowsThem() {
        Slice result = result(block("image", 6_000_000));
        assertThat(engine(Policy.defaults())
                        .guard(call("opencode"), RawResult.of(result))
                        .result()
                        .utf8())
                .contains("[image image/png, 6000000 bytes, left out: ");
    }

    @Test
    void appliesConfiguredLimitsToImages() {
        Policy policy = Policy.defaults().with(Policy.BINARY_BYTES, 10_000);
        Slice result = result(block("image", SIZE));
        assertThat(engine(policy)
                        .guard(call("opencode"), RawResult.of(result))
                        .result()
                        .utf8())
                .contains("left out");
    }

    private static String randomBlock(String type, int bytes) {
        byte[] data = new byte[bytes];
        new Random(36).nextBytes(data);
        return "{\"type\":\"" + type + "\",\"data\":\"" + Base64.getEncoder().encodeToString(data)
                + "\",\"mimeType\":\"image/png\"}";
    }

    /** Reads the block that the answer leaves out. */
    private static String readLeftOut(Plimsoll engine, ToolCall call, String block) {
        Matcher cursor = CURSOR.matcher(
                engine.guard(call, RawResult.of(result(block))).result().utf8());
        assertThat(cursor.find()).isTrue();
        return engine.read(call, Slice.of("{\"cursor\":\"" + cursor.group(1) + "\"}"))
                .result()
                .utf8();
    }

    @ParameterizedTest
    @CsvSource({"ai-sdk-mcp-client, image", "spring-ai-mcp-client - shop, image", "ai-sdk-mcp-client, audio"})
    void doesNotFloodAModelThatGetsImagesAsText(String client, String type) {
        Plimsoll engine = engine(Policy.defaults());
        String answer = readLeftOut(engine, call(client), randomBlock(type, SIZE));
        assertThat(answer)
                .contains(type + " image/png, 300000 bytes: not sent, because this client")
                .contains("\"type\":\"text\"")
                .doesNotContain("isError", "\"data\"");
        String small = engine.guard(call(client), RawResult.of(result(randomBlock(type, 3_000))))
                .result()
                .utf8();
        assertThat(small).contains("\"data\"").doesNotContain("left out");
        assertThat(readLeftOut(engine, call(client), randomBlock(type, 5_000)))
                .as("it fits into the budget of mode full")
                .contains("\"data\"");
    }

    @Test
    void policyOverridesWhetherTheClientGivesImagesAsText() {
        String block = randomBlock("image", SIZE);
        Plimsoll engine = engine(Policy.defaults().with(Policy.IMAGES_AS_TEXT, false));
        assertThat(readLeftOut(engine, call("ai-sdk-mcp-client"), block)).contains(block);
        Plimsoll strict = engine(Policy.defaults().with(Policy.IMAGES_AS_TEXT, true));
        assertThat(readLeftOut(strict, call("some client"), block)).contains("not sent");
    }
}

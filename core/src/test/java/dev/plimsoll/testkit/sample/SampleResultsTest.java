package dev.plimsoll.testkit.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.testkit.Generator;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.PropertyCases;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SampleResultsTest {

    @Test
    void samplesAreJsonObjects() {
        for (SampleToolResult result : SampleResults.samples()) {
            assertThat(ParsedJson.isJson(result.bytes())).as(result.name()).isTrue();
            assertThat(ParsedJson.tree(result.bytes()).isObject())
                    .as(result.name())
                    .isTrue();
        }
    }

    @Test
    void randomResultsAreJsonObjects() {
        List<Integer> sizes = new ArrayList<>();
        PropertyCases.check(500, 2, SampleResults.any(), result -> {
            sizes.add(result.bytes().length);
            assertThat(ParsedJson.isJson(result.bytes())).isTrue();
            assertThat(ParsedJson.tree(result.bytes()).isObject()).isTrue();
        });
        assertThat(sizes).anyMatch(size -> size > 50_000).anyMatch(size -> size < 100);
        assertThat(Collections.max(sizes)).isLessThan(1_000_000);
    }

    @Test
    void createsTheSameBytesForTheSameSeedAndName() {
        PropertyCases.check(
                Generator.between(0, 100_000),
                seed -> assertThat(SampleResults.any()
                                .generate(new Random(seed), 30)
                                .bytes())
                        .isEqualTo(SampleResults.any()
                                .generate(new Random(seed), 30)
                                .bytes()));
        for (SampleToolResult result : SampleResults.samples()) {
            assertThat(SampleResults.named(result.name()).bytes())
                    .as(result.name())
                    .isEqualTo(result.bytes());
        }
        assertThat(SampleResults.names()).doesNotHaveDuplicates().hasSizeGreaterThan(70);
        assertThatThrownBy(() -> SampleResults.named("nothing"))
                .hasMessageContaining("nothing")
                .hasMessageContaining("text-of-json");
    }

    @Test
    void containsItsPayload() {
        PropertyCases.check(Payloads.any(), samplePayload -> {
            assertThat(textOf(SampleResults.text(samplePayload.bytes()))).isEqualTo(samplePayload.text());
            JsonNode file = ParsedJson.tree(SampleResults.fileServer(samplePayload.bytes()));
            assertThat(file.at("/structuredContent/content").asString()).isEqualTo(samplePayload.text());
        });
    }

    private static String textOf(byte[] result) {
        return ParsedJson.tree(result).at("/content/0/text").asString();
    }

    @Test
    void copiesStructuredContentInOtherSpacingsAndOrders() {
        for (String name : List.of(
                "structured-doubled",
                "structured-doubled-pretty",
                "structured-doubled-reordered",
                "structured-doubled-escaped")) {
            JsonNode result = tree(name);
            byte[] copy = result.at("/content/0/text").asString().getBytes(StandardCharsets.UTF_8);
            assertThat(ParsedJson.tree(copy)).as(name).isEqualTo(result.get("structuredContent"));
        }
        assertThat(tree("structured-doubled-pretty").at("/content/0/text").asString())
                .contains("\n  ");
        assertThat(tree("structured-doubled-reordered").at("/content/0/text").asString())
                .isNotEqualTo(Payloads.named("wide-object").text())
                .hasSameSizeAs(Payloads.named("wide-object").text());
    }

    @Test
    void hasEveryTypeOfBlock() {
        assertThat(tree("resource-text").at("/content/0/resource/text").asString())
                .startsWith("# Handbook");
        assertThat(tree("resource-blob").at("/content/0/resource/blob").asString())
                .matches("[A-Za-z0-9+/]{400000}");
        assertThat(tree("resource-links").at("/content/799/type").asString()).isEqualTo("resource_link");
        assertThat(tree("image-png").at("/content/0/data").binaryValue()).isEqualTo(Pictures.png(800, 600));
        assertThat(tree("image-jpeg").at("/content/0/data").binaryValue()).isEqualTo(Pictures.jpeg(1_024, 768));
        assertThat(tree("image-many-bytes").at("/content/0/data").asString()).hasSizeGreaterThan(256 * 1_024);
        assertThat(tree("audio-large").at("/content/0/mimeType").asString()).isEqualTo("audio/mpeg");
        assertThat(tree("block-unknown-type").at("/content/0/type").asString()).isEqualTo("chart");
    }

    @Test
    void hasOddMembersAndOrders() {
        assertThat(text("error-first")).startsWith("{\"isError\":true,\"content\":[");
        assertThat(text("content-missing")).isEqualTo("{}");
        assertThat(text("content-empty")).isEqualTo("{\"content\":[]}");
        assertThat(text("escaped-slashes")).contains("https:\\/\\/example.org\\/a");
        assertThat(text("escaped-to-ascii")).isASCII();
        assertThat(text("meta-like-ours")).contains("\"dev.plimsoll/page\":", "\"com.example/trace\":");
        assertThat(text("meta-of-upstream")).contains("\"com.example/trace\":").doesNotContain("dev.plimsoll");
        assertThat(text("unknown-members"))
                .startsWith("{\"x-before\":[1.10],")
                .endsWith("\"vendor\":{\"cost\":1e400}}");
        assertThat(text("block-annotations")).contains("\"priority\":0.90");
        assertThat(text("structured-without-content"))
                .startsWith("{\"structuredContent\":")
                .doesNotContain("\"content\":");
        assertThat(text("text-with-lone-surrogates")).contains("\\ud800b");
    }

    @Test
    void hasInvalidResults() {
        assertThat(tree("malformed-content-object").get("content").isObject()).isTrue();
        assertThat(tree("malformed-blocks").at("/content/0").isString()).isTrue();
        assertThat(tree("malformed-text-number").at("/content/0/text").isNumber())
                .isTrue();
        assertThat(tree("malformed-error-string").get("isError").isString()).isTrue();
        assertThat(text("content-twice").split("\"content\":", -1)).hasSize(3);
    }

    @Test
    void createsEveryKindOfResult() {
        List<String> texts = new ArrayList<>();
        PropertyCases.check(500, 4, SampleResults.any(), result -> texts.add(result.toString()));
        for (String part : List.of(
                "\"structuredContent\":{\"content\":",
                "\"structuredContent\":{\"result\":",
                "random-bare: ",
                "\"blob\":",
                "resource_link",
                "image/png",
                "image/jpeg",
                "audio/wav",
                "\"isError\":true",
                "\"annotations\":",
                "dev.plimsoll/page",
                "\"vendor",
                "\"content\":[]",
                "\"content\": [",
                ": {\"isError\"")) {
            assertThat(texts).as(part).anyMatch(text -> text.contains(part));
        }
    }

    private static JsonNode tree(String name) {
        return ParsedJson.tree(SampleResults.named(name).bytes());
    }

    private static String text(String name) {
        return new String(SampleResults.named(name).bytes(), StandardCharsets.UTF_8);
    }
}

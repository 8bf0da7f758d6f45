package dev.plimsoll.testkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.PropertyCases;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonRespacerTest {

    @Test
    void keepsEveryToken() {
        PropertyCases.check(Payloads.json(), json -> {
            assertThat(ParsedJson.hasSameTokens(JsonRespacer.minified(json), json))
                    .isTrue();
            assertThat(ParsedJson.hasSameTokens(JsonRespacer.pretty(json), json))
                    .isTrue();
        });
    }

    @Test
    void minifyingRevertsPrettyPrinting() {
        PropertyCases.check(
                Payloads.json(),
                json -> assertThat(JsonRespacer.minified(JsonRespacer.pretty(json)))
                        .isEqualTo(JsonRespacer.minified(json)));
    }

    @Test
    void reordersMembersButNotDuplicates() {
        assertThat(reordered("{ \"a\" : 1, \"b\":[1, 2], \"a\":\"x,}\" }"))
                .isEqualTo("{\"b\":[1,2],\"a\":1,\"a\":\"x,}\"}");
        assertThat(reordered("[2, 1]")).isEqualTo("[2,1]");
        assertThat(reordered("{}")).isEqualTo("{}");
        assertThat(reordered("{\"a\":1,\"\\u0061\":2}")).isEqualTo("{\"a\":1,\"\\u0061\":2}");
    }

    @Test
    void keepsTheDataWhenItChangesTheOrder() {
        PropertyCases.check(Payloads.object(), json -> {
            byte[] reordered = JsonRespacer.reordered(json);
            assertThat(reordered).hasSameSizeAs(JsonRespacer.minified(json));
            assertThat(ParsedJson.tree(reordered)).isEqualTo(ParsedJson.tree(json));
        });
    }

    private static String reordered(String json) {
        return new String(JsonRespacer.reordered(json.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }
}

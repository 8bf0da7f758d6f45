package dev.plimsoll.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import org.junit.jupiter.api.Test;

class SchemaSlimmerTest {

    private static String slim(String entry) {
        Slice slim = SchemaSlimmer.slim(Slice.of(entry));
        assertThat(Json.isValid(slim)).isTrue();
        return slim.utf8();
    }

    @Test
    void keepsFirstSentencesAndConstraints() {
        assertThat(slim("{\"name\":\"a\",\"description\":\"Lists orders. It is slow. Be patient.\",\"inputSchema\":{"
                        + "\"type\":\"object\",\"title\":\"Args\",\"properties\":{\"title\":{\"type\":\"string\","
                        + "\"description\":\"The title. Or a part of it.\",\"examples\":[\"x\"],\"default\":"
                        + "{\"title\":\"t\"}},\"description\":{\"enum\":[\"title\",{\"title\":1}]}},"
                        + "\"required\":[\"title\"],\"allOf\":[{\"$comment\":\"no\",\"minProperties\":1.10}]},"
                        + "\"_meta\":{\"title\":\"kept\"}}"))
                .isEqualTo("{\"name\":\"a\",\"description\":\"Lists orders\",\"inputSchema\":{"
                        + "\"type\":\"object\",\"properties\":{\"title\":{\"type\":\"string\","
                        + "\"description\":\"The title\",\"default\":"
                        + "{\"title\":\"t\"}},\"description\":{\"enum\":[\"title\",{\"title\":1}]}},"
                        + "\"required\":[\"title\"],\"allOf\":[{\"minProperties\":1.10}]},"
                        + "\"_meta\":{\"title\":\"kept\"}}");
    }

    @Test
    void cutsLongSentencesBetweenCharacters() {
        String slim = slim("{\"description\":\"" + "😀".repeat(500) + "\"}");
        assertThat(slim).isEqualTo("{\"description\":\"" + "😀".repeat(160) + "…\"}");
    }

    @Test
    void leavesOtherValuesUnchanged() {
        assertThat(slim("[1]")).isEqualTo("[1]");
        assertThat(slim("{\"description\":7,\"inputSchema\":true}"))
                .isEqualTo("{\"description\":7,\"inputSchema\":true}");
    }

    @Test
    void handlesDeepSchemas() {
        String deep = "{\"inputSchema\":" + "{\"not\":".repeat(20_000) + "{}" + "}".repeat(20_000) + "}";
        assertThat(slim(deep)).isEqualTo(deep);
    }
}

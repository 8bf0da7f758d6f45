package dev.plimsoll.testkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.Cases;
import dev.plimsoll.testkit.Parsed;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SpacingTest {

    @Test
    void keepsEveryToken() {
        Cases.check(Payloads.json(), json -> {
            assertThat(Parsed.sameAsWritten(Spacing.minified(json), json)).isTrue();
            assertThat(Parsed.sameAsWritten(Spacing.pretty(json), json)).isTrue();
        });
    }

    @Test
    void undoesItself() {
        Cases.check(
                Payloads.json(),
                json -> assertThat(Spacing.minified(Spacing.pretty(json))).isEqualTo(Spacing.minified(json)));
    }

    @Test
    void changesTheOrderOfMembersButNotOfThoseOfOneName() {
        assertThat(reordered("{ \"a\" : 1, \"b\":[1, 2], \"a\":\"x,}\" }"))
                .isEqualTo("{\"b\":[1,2],\"a\":1,\"a\":\"x,}\"}");
        assertThat(reordered("[2, 1]")).isEqualTo("[2,1]");
        assertThat(reordered("{}")).isEqualTo("{}");
        assertThat(reordered("{\"a\":1,\"\\u0061\":2}")).isEqualTo("{\"a\":1,\"\\u0061\":2}");
    }

    @Test
    void keepsTheDataWhenItChangesTheOrder() {
        Cases.check(Payloads.object(), json -> {
            byte[] reordered = Spacing.reordered(json);
            assertThat(reordered).hasSameSizeAs(Spacing.minified(json));
            assertThat(Parsed.tree(reordered)).isEqualTo(Parsed.tree(json));
        });
    }

    private static String reordered(String json) {
        return new String(Spacing.reordered(json.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }
}

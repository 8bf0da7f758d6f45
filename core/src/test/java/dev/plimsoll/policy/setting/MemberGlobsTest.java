package dev.plimsoll.policy.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.MemberRemover;
import dev.plimsoll.json.MemberRemover.Pruned;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberGlobsTest {

    private static Pruned pruned(String json, String... patterns) {
        return MemberRemover.remove(Slice.of(json), MemberGlobs.of(List.of(patterns)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '!',
            value = {
                "/debug | {\"a\":1,\"debug\":{\"x\":[1,2]},\"b\":2} | {\"a\":1,\"b\":2}",
                "/debug | {\"debug\":1} | {}",
                "/debug | {\"debug\":1 , \"b\" : 2 } | {\"b\" : 2 }",
                "/debug | { \"b\" : 2 , \"debug\":1 } | { \"b\" : 2 }",
                "/debug | {\"a\":{\"debug\":1}} | {\"a\":{\"debug\":1}}",
                "/debug | {\"debug\":1,\"debug\":2,\"a\":3} | {\"a\":3}",
                "/debug | {\"\\u0064ebug\":1,\"a\":3} | {\"a\":3}",
                "/d* | {\"debug\":1,\"d\":2,\"a\":3,\"done\":4} | {\"a\":3}",
                "/d?b | {\"dxb\":1,\"db\":2} | {\"db\":2}",
                "/items/*/_raw | {\"items\":[{\"_raw\":1,\"id\":2},{\"id\":3,\"_raw\":[]}]} | {\"items\":[{\"id\":2},{\"id\":3}]}",
                "/items/1/_raw | {\"items\":[{\"_raw\":1},{\"_raw\":[]}]} | {\"items\":[{\"_raw\":1},{}]}",
                "/*/_raw | [{\"_raw\":1},{\"a\":1}] | [{},{\"a\":1}]",
                "/items/0 | {\"items\":[1,2]} | {\"items\":[1,2]}",
                "**/trace | {\"trace\":1,\"a\":[{\"b\":{\"trace\":{\"trace\":1},\"c\":1}}]} | {\"a\":[{\"b\":{\"c\":1}}]}",
                "/a/**/t | {\"t\":1,\"a\":{\"t\":1,\"b\":[{\"t\":1}]}} | {\"t\":1,\"a\":{\"b\":[{}]}}",
                "/a~1b | {\"a/b\":1,\"c\":2} | {\"c\":2}",
                "/m~0n | {\"m~n\":1,\"c\":2} | {\"c\":2}",
                "/debug | [1,2] | [1,2]",
                "/debug | \"debug\" | \"debug\"",
            })
    void removesMatchingMembers(String pattern, String json, String remaining) {
        assertThat(pruned(json, pattern).value().utf8()).isEqualTo(remaining);
    }

    @Test
    void combinesSeveralPatterns() {
        Pruned pruned = pruned("{\"a\":{\"x\":1,\"y\":2},\"b\":1.10,\"c\":null}", "/a/x", "**/c", "/nothing");

        assertThat(pruned.value().utf8()).isEqualTo("{\"a\":{\"y\":2},\"b\":1.10}");
        assertThat(pruned.removedCount()).isEqualTo(2);
    }

    @Test
    void returnsUnchangedJsonWithoutCopying() {
        Slice json = Slice.of(" {\"a\":[1,{\"b\":2}]} ");

        Pruned pruned = MemberRemover.remove(json, MemberGlobs.of(List.of("**/nothing")));

        assertThat(pruned.removedCount()).isZero();
        assertThat(pruned.value().sharesBytesWith(json)).isTrue();
    }

    @Test
    void handlesDeepNesting() {
        String deep = "{\"a\":".repeat(100_000) + "{\"t\":1,\"u\":2}" + "}".repeat(100_000);
        String arrays = "[".repeat(100_000) + "{\"t\":1}" + "]".repeat(100_000);

        assertThat(pruned(deep, "**/t", "**/a/**/t", "/a/*/t").value().utf8()).isEqualTo(deep.replace("\"t\":1,", ""));
        assertThat(pruned(arrays, "**/t").value().utf8()).isEqualTo(arrays.replace("\"t\":1", ""));
    }

    @Test
    void terminatesOnInvalidJson() {
        for (String invalid :
                List.of("", "{", "{\"a", "{\"debug\":", "{\"a\":1,", "[{\"debug\"", "{\"debug\" 1}", "]", "{]")) {
            assertThat(pruned(invalid, "**/debug").value().length()).as(invalid).isLessThanOrEqualTo(invalid.length());
        }
    }

    @Test
    void leavesValidJson() {
        String json =
                "{ \"a\" : [ { \"t\" : 1 , \"b\" : 2 } , { \"b\" : 3 , \"t\" : 4 , \"t2\" : 5 } ] , \"t\" : { } }";
        for (String pattern : List.of("**/t", "**/t*", "**/b", "/a", "**/*", "/a/*/t")) {
            assertThat(Json.isValid(pruned(json, pattern).value())).as(pattern).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "debug | must begin with /",
                "$.debug | must begin with /",
                "/a/** | the last step must name a member",
                "/a**/b | ** must be a separate step",
                "/a~2 | ~0",
                "/a~ | ~0"
            })
    void reportsErrorsInPatterns(String pattern, String message) {
        assertThatThrownBy(() -> MemberGlobs.of(List.of(pattern)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
        assertThatThrownBy(() -> Policy.defaults().with(Policy.STRIP, List.of(pattern)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("policy.production.strip: must be a list of at most 200 patterns such as /debug");
    }
}

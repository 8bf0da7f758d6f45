package dev.plimsoll.gateway.pin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import org.junit.jupiter.api.Test;

class CanonicalEntryTest {

    private static String canonical(String entry) {
        return CanonicalEntry.canonicalize(Slice.of(entry)).utf8();
    }

    @Test
    void ignoresOrderWhiteSpaceAndEscapes() {
        assertThat(canonical("{ \"b\" : [1, {\"d\":2,\"c\":\"\\u0041\\/\"}],\n\"\\u0061\":null }"))
                .isEqualTo(canonical("{\"a\":null,\"b\":[1,{\"c\":\"A/\",\"d\":2}]}"));
    }

    @Test
    void ignoresMetaOfTheEntry() {
        assertThat(canonical("{\"_meta\":{\"n\":1},\"a\":{\"_meta\":2}}")).isEqualTo("{\"a\":{\"_meta\":2}}");
    }

    @Test
    void distinguishesEveryOtherMember() {
        assertThat(canonical("{\"annotations\":{\"readOnlyHint\":true}}"))
                .isNotEqualTo(canonical("{\"annotations\":{\"readOnlyHint\":false}}"));
        assertThat(canonical("{\"a\":1,\"a\":2}")).isNotEqualTo(canonical("{\"a\":2,\"a\":1}"));
    }

    @Test
    void handlesDeepEntries() {
        String deep = "{\"a\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}";
        assertThat(Json.isValid(Slice.of(canonical(deep)))).isTrue();
        assertThat(EntryLines.toLines(CanonicalEntry.canonicalize(Slice.of(deep))))
                .hasSize(1);
    }

    @Test
    void largeEntriesAreComparedByHash() {
        PinnedEntry large = PinTools.pinned("t", "x".repeat(2 * PinnedEntry.MAX_BYTES));
        assertThat(large.entry()).isNull();
        assertThat(large.hash())
                .isNotEqualTo(PinTools.pinned("t", "y".repeat(2 * PinnedEntry.MAX_BYTES))
                        .hash());
    }
}

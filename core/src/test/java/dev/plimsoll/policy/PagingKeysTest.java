package dev.plimsoll.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.JsonPointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PagingKeysTest {

    @ParameterizedTest
    @CsvSource({
        "paging.argument, start_token",
        "paging.argument, page[number]",
        "paging.argument, p=0",
        "paging.by, offset",
        "paging.size, per_page",
        "paging.size, 100",
        "paging.size, per_page=100",
        "paging.next, meta.next",
        "paging.next, /meta/next~1page",
        "paging.next, rows.-1.id",
        "paging.items, .",
        "paging.total, .summary.n"
    })
    void acceptsValidValues(String key, String text) {
        assertThat(Policy.defaults().withText(key, text)).isNotEqualTo(Policy.defaults());
    }

    @ParameterizedTest
    @CsvSource({
        "paging.argument, ''",
        "paging.argument, ' '",
        "paging.argument, p=2",
        "paging.argument, =1",
        "paging.by, token",
        "paging.size, 0",
        "paging.size, per_page=",
        "paging.size, per_page=0",
        "paging.size, 1000000",
        "paging.next, ''",
        "paging.next, a..b",
        "paging.next, a.",
        "paging.next, /",
        "paging.next, /a~b",
        "paging.next, $.meta.next",
        "paging.items, items[0]",
        "paging.items, '/a\nb'",
        "paging.total, 'a. b'"
    })
    void rejectsInvalidValues(String key, String text) {
        assertThatThrownBy(() -> Policy.defaults().withText(key, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("policy." + key + ": must be ");
    }

    @Test
    void nullResetsASetting() {
        Policy policy = Policy.defaults().withText("paging.next", "meta.next");
        assertThat(policy.withText("paging.next", "null")).isEqualTo(Policy.defaults());
    }

    @ParameterizedTest
    @ValueSource(strings = {"meta.next", ".meta.next", "/meta/next"})
    void pathsMayBeWrittenWithDotsOrSlashes(String text) {
        assertThat(JsonPointer.parsePath(text)).isEqualTo(JsonPointer.parse("/meta/next"));
        assertThat(JsonPointer.parsePath(".")).isEqualTo(JsonPointer.root());
    }
}

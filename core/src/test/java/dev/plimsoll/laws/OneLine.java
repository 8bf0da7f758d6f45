package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.sample.JsonRespacer;

/**
 * Checks that the answer to a result in one line is one line, and that no JSON in a shaped answer has white space
 * between its tokens.
 */
final class OneLine {

    private OneLine() {}

    /** Checks the answer to a result with these bytes. */
    static void check(Answered answered, byte[] result) {
        if (!hasNewline(result)) {
            assertThat(hasNewline(answered.bytes()))
                    .as("a line break in %s", answered)
                    .isFalse();
        }
        if (!answered.isShaped()) {
            return;
        }
        assertCompact(answered.raw(), answered);
        Shown shown = answered.shown();
        if (shown != null && ParsedJson.isJson(shown.main().toByteArray())) {
            assertCompact(shown.main(), answered);
        }
    }

    private static void assertCompact(Slice json, Answered answered) {
        assertThat(Slice.of(JsonRespacer.minified(json.toByteArray())).contentEquals(json))
                .as("no white space between the tokens of %s", answered)
                .isTrue();
    }

    private static boolean hasNewline(byte[] bytes) {
        for (byte b : bytes) {
            if (b == '\n' || b == '\r') {
                return true;
            }
        }
        return false;
    }
}

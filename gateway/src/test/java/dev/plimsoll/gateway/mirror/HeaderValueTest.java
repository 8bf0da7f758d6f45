package dev.plimsoll.gateway.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeaderValueTest {

    @Test
    void leavesPlainTextUnchanged() {
        assertThat(HeaderValue.of("get_weather")).isEqualTo("get_weather");
        assertThat(HeaderValue.of("a b\tc ~!")).isEqualTo("a b\tc ~!");
        assertThat(HeaderValue.of("=?base64?x")).isEqualTo("=?base64?x");
    }

    @Test
    void encodesTextThatAHeaderCannotHold() {
        assertThat(HeaderValue.of("")).isEqualTo("=?base64??=");
        assertThat(HeaderValue.of(" a")).isEqualTo("=?base64?IGE=?=");
        assertThat(HeaderValue.of("a\t")).isEqualTo("=?base64?YQk=?=");
        assertThat(HeaderValue.of("日本")).isEqualTo("=?base64?5pel5pys?=");
        assertThat(HeaderValue.of("a\r\nX-Evil: b")).doesNotContain("\r").doesNotContain("\n");
        assertThat(HeaderValue.of("=?base64?eA==?=")).isEqualTo("=?base64?PT9iYXNlNjQ/ZUE9PT89?=");
    }

    @Test
    void decodesEncodedGeneratedTexts() {
        Random random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n > 0; n--) {
                text.appendCodePoint(random.nextInt(3) == 0 ? 0x4E00 + random.nextInt(99) : random.nextInt(0x80));
            }
            String value = HeaderValue.of(text.toString());
            assertThat(value).matches("[\\t -~]*").isEqualTo(value.strip());
            assertThat(HeaderValue.plain(value)).isEqualTo(text.toString());
        }
    }

    @Test
    void rejectsInvalidEncodings() {
        for (String broken : List.of("=?base64?eA?=", "=?base64?eB==?=", "=?base64?%?=", "=?base64?/w==?=")) {
            assertThat(HeaderValue.plain(broken)).as(broken).isNull();
        }
        assertThat(HeaderValue.plain("=?base64?=")).isEqualTo("=?base64?=");
        assertThat(HeaderValue.plain("=?BASE64?eA==?=")).isEqualTo("=?BASE64?eA==?=");
    }
}

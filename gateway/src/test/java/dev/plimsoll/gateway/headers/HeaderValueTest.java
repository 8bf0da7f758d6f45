package dev.plimsoll.gateway.headers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeaderValueTest {

    @Test
    void leavesPlainTextUnchanged() {
        assertThat(HeaderValue.encode("get_weather")).isEqualTo("get_weather");
        assertThat(HeaderValue.encode("a b\tc ~!")).isEqualTo("a b\tc ~!");
        assertThat(HeaderValue.encode("=?base64?x")).isEqualTo("=?base64?x");
    }

    @Test
    void encodesTextThatAHeaderCannotHold() {
        assertThat(HeaderValue.encode("")).isEqualTo("=?base64??=");
        assertThat(HeaderValue.encode(" a")).isEqualTo("=?base64?IGE=?=");
        assertThat(HeaderValue.encode("a\t")).isEqualTo("=?base64?YQk=?=");
        assertThat(HeaderValue.encode("日本")).isEqualTo("=?base64?5pel5pys?=");
        assertThat(HeaderValue.encode("a\r\nX-Evil: b")).doesNotContain("\r").doesNotContain("\n");
        assertThat(HeaderValue.encode("=?base64?eA==?=")).isEqualTo("=?base64?PT9iYXNlNjQ/ZUE9PT89?=");
    }

    @Test
    void encodesAndDecodesRandomTexts() {
        Random random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n > 0; n--) {
                text.appendCodePoint(random.nextInt(3) == 0 ? 0x4E00 + random.nextInt(99) : random.nextInt(0x80));
            }
            String value = HeaderValue.encode(text.toString());
            assertThat(value).matches("[\\t -~]*").isEqualTo(value.strip());
            assertThat(HeaderValue.decode(value)).isEqualTo(text.toString());
        }
    }

    @Test
    void rejectsInvalidEncodings() {
        for (String invalidValue : List.of("=?base64?eA?=", "=?base64?eB==?=", "=?base64?%?=", "=?base64?/w==?=")) {
            assertThat(HeaderValue.decode(invalidValue)).as(invalidValue).isNull();
        }
        // these values are not encoded
        assertThat(HeaderValue.decode("=?base64?=")).isEqualTo("=?base64?=");
        assertThat(HeaderValue.decode("=?BASE64?eA==?=")).isEqualTo("=?BASE64?eA==?=");
    }
}

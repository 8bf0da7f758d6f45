package dev.plimsoll.gateway.headers;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Fuzzes texts in headers. An encoded text must not contain line breaks, and must be decoded to the original. */
class HeaderValueFuzzTest {

    @FuzzTest
    void encodesAndDecodesAnyText(byte[] data) {
        String text = new String(data, StandardCharsets.UTF_8);
        String header = HeaderValue.encode(text);
        assertThat(header).matches("[\t -~]*");
        assertThat(HeaderValue.decode(header)).isEqualTo(text);
        HeaderValue.decode(new String(data, StandardCharsets.ISO_8859_1));
    }
}

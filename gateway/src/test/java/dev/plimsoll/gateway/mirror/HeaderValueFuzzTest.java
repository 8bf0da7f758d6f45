package dev.plimsoll.gateway.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Texts of clients and servers in headers: no line ends where it should not, and what is read is what was meant. */
class HeaderValueFuzzTest {

    @FuzzTest
    void anyTextIsOneHeaderAndReadBack(byte[] data) {
        String text = new String(data, StandardCharsets.UTF_8);
        String header = HeaderValue.of(text);
        assertThat(header).matches("[\t -~]*");
        assertThat(HeaderValue.plain(header)).isEqualTo(text);
        HeaderValue.plain(new String(data, StandardCharsets.ISO_8859_1));
    }
}

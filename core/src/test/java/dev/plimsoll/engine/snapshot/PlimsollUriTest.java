package dev.plimsoll.engine.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.model.RefusedException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlimsollUriTest {

    private static final String PAGE = "plimsoll://page/";

    private static String decoded(String value) {
        return String.valueOf(PlimsollUri.of(PAGE + "c?find=" + value).query().get("find"));
    }

    @Test
    void parsesPageAndBlobUris() {
        assertThat(PlimsollUri.of("plimsoll://page/c1")).isEqualTo(new PlimsollUri(true, "c1", Map.of()));
        assertThat(PlimsollUri.of("plimsoll://page/c1?")).isEqualTo(new PlimsollUri(true, "c1", Map.of()));
        assertThat(PlimsollUri.of("plimsoll://blob/c2?from=10&to=20"))
                .isEqualTo(new PlimsollUri(false, "c2", Map.of("from", "10", "to", "20")));
        assertThat(PlimsollUri.of("plimsoll://page/?fields=id"))
                .isEqualTo(new PlimsollUri(true, "", Map.of("fields", "id")));
    }

    @Test
    void ignoresParametersWithoutNameOrValue() {
        assertThat(PlimsollUri.of(PAGE + "c?=x&mode&a=&b=1=2&").query()).isEqualTo(Map.of("a", "", "b", "1=2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "c1", "file:///etc/passwd", "plimsoll://", "plimsoll://pages/c", "PLIMSOLL://page/c"})
    void refusesOtherUris(String uri) {
        assertThatThrownBy(() -> PlimsollUri.of(uri))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("not a resource of this server");
    }

    @ParameterizedTest
    @CsvSource({
        "plain, plain",
        "a%20b, a b",
        "%41, A",
        "%7e%7E, ~~",
        "%e9%80%81%E6%96%99, 送料",
        "%F0%9F%93%A6, 📦",
        "送料📦, 送料📦",
        "100%, 100%",
        "100%4, 100%4",
        "%4, %4",
        "%zz, %zz",
        "%4z, %4z",
        "%z4, %z4",
        "%%41, %A",
        "a+b, a+b"
    })
    void decodesPercentEscapesOnly(String value, String expected) {
        assertThat(decoded(value)).isEqualTo(expected);
    }

    @Test
    void replacesInvalidUtf8() {
        assertThat(decoded("a%FFb")).isEqualTo("a\uFFFDb");
        assertThat(decoded("a%E9%80")).startsWith("a").contains("\uFFFD");
    }

    @Test
    void convertsToArgumentsOfTheReadTool() {
        assertThat(PlimsollUri.of(PAGE + "c1").arguments().utf8()).isEqualTo("{\"cursor\":\"c1\"}");
        assertThat(PlimsollUri.of(PAGE + "c1?find=%22a%22").arguments().utf8())
                .isEqualTo("{\"find\":\"\\\"a\\\"\",\"cursor\":\"c1\"}");
    }

    @Test
    void acceptsOnlyNonNegativeOffsets() {
        PlimsollUri uri = PlimsollUri.of("plimsoll://blob/c?from=0&to=12&at=-1&on=one&over=2147483648");
        assertThat(uri.offset("from", 7)).isZero();
        assertThat(uri.offset("to", 7)).isEqualTo(12);
        assertThat(uri.offset("missing", 7)).isEqualTo(7);
        for (String invalid : new String[] {"at", "on", "over"}) {
            assertThatThrownBy(() -> uri.offset(invalid, 7))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining(invalid + " must be an offset in bytes");
        }
    }

    @Test
    void extractsCursorFromUriOrReturnsTextUnchanged() {
        assertThat(PlimsollUri.cursorIn("plimsoll://page/c1")).isEqualTo("c1");
        assertThat(PlimsollUri.cursorIn("plimsoll://blob/c2")).isEqualTo("c2");
        assertThat(PlimsollUri.cursorIn("c3")).isEqualTo("c3");
        assertThat(PlimsollUri.withoutQuery("plimsoll://page/c1?a=b?c")).isEqualTo("plimsoll://page/c1");
        assertThat(PlimsollUri.withoutQuery("?a")).isEmpty();
        assertThat(PlimsollUri.withoutQuery("c3")).isEqualTo("c3");
    }

    @Test
    void shortensNamesToHundredCharacters() {
        assertThat(PlimsollUri.shorten("")).isEqualTo("a resource");
        assertThat(PlimsollUri.shorten("file:///a")).isEqualTo("file:///a");
        assertThat(PlimsollUri.shorten("é".repeat(100))).isEqualTo("é".repeat(100));
        assertThat(PlimsollUri.shorten("📦".repeat(101))).isEqualTo("📦".repeat(100) + "…");
    }
}

package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class PackedCursorTest {

    private static final String TWO = PackedCursor.of(ListKind.TOOLS, two());

    private static Map<String, String> two() {
        Map<String, String> byServer = new LinkedHashMap<>();
        byServer.put("crm", "page \"2\"");
        byServer.put("配送", "");
        return byServer;
    }

    private static void assertRefused(ListKind listKind, String cursor) {
        assertThatThrownBy(() -> PackedCursor.parse(listKind, cursor)).isInstanceOf(HubErrorException.class);
    }

    /** Creates a forged cursor with a valid checksum, which is not secret. */
    private static String packed(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        CRC32 check = new CRC32();
        check.update(ListKind.TOOLS.name().getBytes(StandardCharsets.US_ASCII));
        check.update(bytes);
        return String.format("%08x", check.getValue())
                + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Test
    void preservesCursorsInOrder() throws Exception {
        assertThat(PackedCursor.parse(ListKind.TOOLS, TWO)).containsExactlyEntriesOf(two());
        assertThat(PackedCursor.of(ListKind.TOOLS, two())).isEqualTo(TWO);
        assertThat(TWO).isEqualTo(packed("{\"crm\":\"page \\\"2\\\"\",\"配送\":\"\"}"));
    }

    @Test
    void rejectsCursorOfAnotherListing() {
        for (ListKind listKind : ListKind.values()) {
            if (listKind != ListKind.TOOLS) {
                assertRefused(listKind, TWO);
            }
        }
    }

    @Test
    void detectsEveryMistypedCharacter() {
        // the last character has unused bits
        for (int i = 0; i < TWO.length() - 1; i++) {
            char other = TWO.charAt(i) == '1' ? '2' : '1';
            assertRefused(ListKind.TOOLS, TWO.substring(0, i) + other + TWO.substring(i + 1));
        }
    }

    @Test
    void rejectsEmptyAndTooLongCursors() throws Exception {
        assertRefused(ListKind.TOOLS, "");
        assertRefused(ListKind.TOOLS, packed(""));
        assertRefused(ListKind.TOOLS, packed("{"));
        int most = ((1 << 20) - 8) / 4 * 3;
        String fits = "{\"a\":\"" + "x".repeat(most - 8) + "\"}";
        assertThat(PackedCursor.parse(ListKind.TOOLS, packed(fits))).containsOnlyKeys("a");
        assertRefused(ListKind.TOOLS, packed(fits.replace("\"a\"", "\"ab\"")));
    }

    @Test
    void ignoresMembersThatAreNotCursors() throws Exception {
        assertThat(PackedCursor.parse(ListKind.TOOLS, packed("{\"a\":7,\"b\":\"c\"}")))
                .isEqualTo(Map.of("b", "c"));
    }
}

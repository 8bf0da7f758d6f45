package dev.plimsoll.gateway.hub.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.hub.session.HubErrorException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class PackedCursorTest {

    private static final String CURSOR_OF_TWO_SERVERS = PackedCursor.encode(ListKind.TOOLS, cursorsOfTwoServers());

    private static Map<String, String> cursorsOfTwoServers() {
        Map<String, String> byServer = new LinkedHashMap<>();
        byServer.put("crm", "page \"2\"");
        byServer.put("配送", "");
        return byServer;
    }

    private static void assertRefused(ListKind listKind, String cursor) {
        assertThatThrownBy(() -> PackedCursor.decode(listKind, cursor)).isInstanceOf(HubErrorException.class);
    }

    /** Creates a forged cursor. A client can compute its checksum, because it uses no secret. */
    private static String forgedCursor(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        CRC32 checksum = new CRC32();
        checksum.update(ListKind.TOOLS.name().getBytes(StandardCharsets.US_ASCII));
        checksum.update(bytes);
        return String.format("%08x", checksum.getValue())
                + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Test
    void preservesCursorsInOrder() throws Exception {
        assertThat(PackedCursor.decode(ListKind.TOOLS, CURSOR_OF_TWO_SERVERS))
                .containsExactlyEntriesOf(cursorsOfTwoServers());
        assertThat(PackedCursor.encode(ListKind.TOOLS, cursorsOfTwoServers())).isEqualTo(CURSOR_OF_TWO_SERVERS);
        assertThat(CURSOR_OF_TWO_SERVERS).isEqualTo(forgedCursor("{\"crm\":\"page \\\"2\\\"\",\"配送\":\"\"}"));
    }

    @Test
    void rejectsCursorOfAnotherListing() {
        for (ListKind listKind : ListKind.values()) {
            if (listKind != ListKind.TOOLS) {
                assertRefused(listKind, CURSOR_OF_TWO_SERVERS);
            }
        }
    }

    @Test
    void detectsEveryMistypedCharacter() {
        // leave out the last character, because some of its bits are unused
        for (int i = 0; i < CURSOR_OF_TWO_SERVERS.length() - 1; i++) {
            char replacement = CURSOR_OF_TWO_SERVERS.charAt(i) == '1' ? '2' : '1';
            assertRefused(
                    ListKind.TOOLS,
                    CURSOR_OF_TWO_SERVERS.substring(0, i) + replacement + CURSOR_OF_TWO_SERVERS.substring(i + 1));
        }
    }

    @Test
    void rejectsEmptyAndTooLongCursors() throws Exception {
        assertRefused(ListKind.TOOLS, "");
        assertRefused(ListKind.TOOLS, forgedCursor(""));
        assertRefused(ListKind.TOOLS, forgedCursor("{"));
        int maxBodyBytes = ((1 << 20) - 8) / 4 * 3;
        String longestBody = "{\"a\":\"" + "x".repeat(maxBodyBytes - 8) + "\"}";
        assertThat(PackedCursor.decode(ListKind.TOOLS, forgedCursor(longestBody)))
                .containsOnlyKeys("a");
        assertRefused(ListKind.TOOLS, forgedCursor(longestBody.replace("\"a\"", "\"ab\"")));
    }

    @Test
    void ignoresMembersThatAreNotCursors() throws Exception {
        assertThat(PackedCursor.decode(ListKind.TOOLS, forgedCursor("{\"a\":7,\"b\":\"c\"}")))
                .isEqualTo(Map.of("b", "c"));
    }
}

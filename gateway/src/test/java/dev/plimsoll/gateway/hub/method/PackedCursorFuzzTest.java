package dev.plimsoll.gateway.hub.method;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.hub.session.HubErrorException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.zip.CRC32;

/** Fuzzes the cursors of merged lists. Clients can forge them, so invalid cursors must be refused. */
class PackedCursorFuzzTest {

    @FuzzTest
    void anyCursorIsReadOrRefused(byte[] data) {
        read(new String(data, StandardCharsets.ISO_8859_1));
        // a client can compute the checksum, because it uses no secret
        CRC32 checksum = new CRC32();
        checksum.update(ListKind.TOOLS.name().getBytes(StandardCharsets.US_ASCII));
        checksum.update(data);
        read(String.format("%08x", checksum.getValue())
                + Base64.getUrlEncoder().withoutPadding().encodeToString(data));
    }

    private static void read(String cursor) {
        try {
            Map<String, String> byServer = PackedCursor.decode(ListKind.TOOLS, cursor);
            assertThat(PackedCursor.decode(ListKind.TOOLS, PackedCursor.encode(ListKind.TOOLS, byServer)))
                    .isEqualTo(byServer);
        } catch (HubErrorException refused) {
            assertThat(refused).isNotNull();
        }
    }
}

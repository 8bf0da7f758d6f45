package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.zip.CRC32;

/** Fuzzes list cursors: forged ones are checked, not trusted. */
class PackedCursorFuzzTest {

    @FuzzTest
    void anyCursorIsReadOrRefused(byte[] data) {
        read(new String(data, StandardCharsets.ISO_8859_1));
        // the checksum is not secret
        CRC32 check = new CRC32();
        check.update(ListKind.TOOLS.name().getBytes(StandardCharsets.US_ASCII));
        check.update(data);
        read(String.format("%08x", check.getValue())
                + Base64.getUrlEncoder().withoutPadding().encodeToString(data));
    }

    private static void read(String cursor) {
        try {
            Map<String, String> byServer = PackedCursor.parse(ListKind.TOOLS, cursor);
            assertThat(PackedCursor.parse(ListKind.TOOLS, PackedCursor.of(ListKind.TOOLS, byServer)))
                    .isEqualTo(byServer);
        } catch (HubErrorException refused) {
            assertThat(refused).isNotNull();
        }
    }
}

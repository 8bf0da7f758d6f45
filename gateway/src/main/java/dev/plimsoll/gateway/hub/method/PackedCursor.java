package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.hub.session.HubErrorException;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/** Codec for a cursor that contains the listing cursors of several servers. It needs no stored state. */
final class PackedCursor {

    private static final int MAX_LENGTH = 1 << 20;
    private static final int CHECKSUM_LENGTH = 8;

    private PackedCursor() {}

    /**
     * Encodes the cursors of servers.
     *
     * @param cursorByServer each server's own cursor, by server name
     */
    static String encode(ListKind listKind, Map<String, String> cursorByServer) {
        JsonWriter json = new JsonWriter().beginObject();
        cursorByServer.forEach(json::string);
        byte[] body = json.endObject().toByteArray();
        return checksum(listKind, body)
                + Base64.getUrlEncoder().withoutPadding().encodeToString(body);
    }

    /**
     * Decodes a cursor.
     *
     * @throws HubErrorException if the cursor was not created here, or is for another kind of listing
     */
    static Map<String, String> decode(ListKind listKind, String cursor) throws HubErrorException {
        try {
            if (cursor.length() > CHECKSUM_LENGTH && cursor.length() <= MAX_LENGTH) {
                byte[] body = Base64.getUrlDecoder().decode(cursor.substring(CHECKSUM_LENGTH));
                Slice packed = Slice.of(body);
                if (cursor.startsWith(checksum(listKind, body)) && Json.isValid(packed)) {
                    return unpack(packed);
                }
            }
        } catch (IllegalArgumentException e) {
            // reported below
        }
        throw new HubErrorException(ErrorObject.of(new RefusedException(
                        ErrorCode.INVALID_REQUEST, "cursor is not from this list", "the list without a cursor")
                .detail("argument", "cursor")));
    }

    private static Map<String, String> unpack(Slice packed) {
        Map<String, String> cursorByServer = new LinkedHashMap<>();
        Members members = Members.of(packed);
        while (members.next()) {
            if (Json.type(members.value()) == JsonType.STRING) {
                cursorByServer.put(members.keyText(), JsonText.unescapeToString(Json.stringInside(members.value())));
            }
        }
        return cursorByServer;
    }

    private static String checksum(ListKind listKind, byte[] body) {
        CRC32 crc = new CRC32();
        crc.update(listKind.name().getBytes(StandardCharsets.US_ASCII));
        crc.update(body);
        return String.format("%08x", crc.getValue());
    }
}

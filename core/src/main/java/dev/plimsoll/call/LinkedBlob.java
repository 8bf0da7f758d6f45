package dev.plimsoll.call;

import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Image, audio, or blob behind a link.
 *
 * @param mimeType the MIME type of the block, or null
 * @param base64 the data as received, still inside its JSON string
 */
public record LinkedBlob(@Nullable String mimeType, Slice base64) {

    /** Returns the decoded bytes; throws {@link IllegalArgumentException} if they are not base64. */
    public byte[] decode() {
        byte[] characters = JsonText.unescape(base64);
        return Base64.getMimeDecoder().decode(characters);
    }
}

package dev.plimsoll;

import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * An image, audio or blob behind a link.
 *
 * @param mimeType as the block said, or null
 * @param base64 its data as it came, still inside its JSON string
 */
public record LinkedBlob(@Nullable String mimeType, Slice base64) {

    /** The bytes themselves, decoded; throws {@link IllegalArgumentException} when they are no base64. */
    byte[] decoded() {
        byte[] characters = JsonText.unescape(base64);
        return Base64.getMimeDecoder().decode(characters);
    }
}

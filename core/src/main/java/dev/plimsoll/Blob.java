package dev.plimsoll;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * An image, audio or blob behind a link.
 *
 * @param mimeType as the block said, or null
 * @param base64 its data as it came, still inside its JSON string
 */
public record Blob(@Nullable String mimeType, Slice base64) {}

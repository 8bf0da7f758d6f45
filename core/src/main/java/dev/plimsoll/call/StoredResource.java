package dev.plimsoll.call;

import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.Receipt;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code resources/read} for a {@code plimsoll:} URI.
 *
 * @param receipt the receipt of the read; null for an image, audio, or blob, whose reads are not recorded
 */
public record StoredResource(Slice result, @Nullable Receipt receipt) {}

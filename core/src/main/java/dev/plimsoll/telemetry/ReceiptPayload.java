package dev.plimsoll.telemetry;

import dev.plimsoll.json.TextPieces;
import dev.plimsoll.json.Slice;

/**
 * The bytes that a receipt is about, for whoever looks at them more closely. They are payload: nobody keeps them for longer
 * than that takes.
 *
 * @param original what came; for a reading its arguments
 * @param answer what the client gets
 * @param sampling the share of results that the policy wants counted exactly
 * @param sumCopies whether copies of one document count each
 */
public record ReceiptPayload(Slice original, TextPieces answer, double sampling, boolean sumCopies) {}

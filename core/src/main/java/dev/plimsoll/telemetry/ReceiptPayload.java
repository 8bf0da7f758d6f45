package dev.plimsoll.telemetry;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;

/**
 * Bytes of a receipt, for a closer analysis. They are payload and must not be stored.
 *
 * @param original result as received; for a read, its arguments
 * @param answer answer that the client gets
 * @param samplingShare share of results that the policy wants to be counted exactly
 * @param isSumOfCopies whether every copy of a document in the result counts; otherwise, copies count once
 */
public record ReceiptPayload(Slice original, SegmentedText answer, double samplingShare, boolean isSumOfCopies) {}

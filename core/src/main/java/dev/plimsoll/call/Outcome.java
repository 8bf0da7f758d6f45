package dev.plimsoll.call;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.telemetry.Receipt;
import org.jspecify.annotations.Nullable;

/** Outcome of a call: the answer for the client, and its receipt. */
public sealed interface Outcome {

    /** Returns the result object to send. */
    SegmentedText pieces();

    /** Returns the same receipt that the listener got. */
    Receipt receipt();

    /** Returns a copy with another result object. */
    Outcome withPieces(SegmentedText newPieces);

    /** Returns the result object to send as one slice. */
    default Slice result() {
        return pieces().joined();
    }

    /** Returns the question to the user before the answer, if the client supports that; else null. */
    default @Nullable ElicitationRequest elicitation() {
        return null;
    }

    /** Returns the error that the answer reports; null if it reports none. */
    default @Nullable RefusedException error() {
        return null;
    }

    /** Server's result, unchanged except for its {@code _meta}. */
    record Passed(SegmentedText pieces, Receipt receipt) implements Outcome {

        @Override
        public Passed withPieces(SegmentedText newPieces) {
            return new Passed(newPieces, receipt);
        }
    }

    /**
     * Whole result with slimmed JSON: the same values in fewer bytes. Its {@code _meta} has a cursor to the original.
     */
    record Slimmed(SegmentedText pieces, Receipt receipt) implements Outcome {

        @Override
        public Slimmed withPieces(SegmentedText newPieces) {
            return new Slimmed(newPieces, receipt);
        }
    }

    /**
     * Answer made from the result: a page, a summary, a chunk, or the result without some of its members.
     *
     * @param elicitation the question to the user before the answer, or null
     */
    record Shaped(
            SegmentedText pieces, Receipt receipt, @Nullable ElicitationRequest elicitation) implements Outcome {

        @Override
        public Shaped withPieces(SegmentedText newPieces) {
            return new Shaped(newPieces, receipt, elicitation);
        }
    }

    /** Answer of a follow-up read. */
    record Read(SegmentedText pieces, Receipt receipt) implements Outcome {

        @Override
        public Read withPieces(SegmentedText newPieces) {
            return new Read(newPieces, receipt);
        }
    }

    /**
     * Refusal.
     *
     * @param error the reason; null if the answer is the beginning of a result that could not be stored
     */
    record Refused(
            SegmentedText pieces, Receipt receipt, @Nullable RefusedException error) implements Outcome {

        @Override
        public Refused withPieces(SegmentedText newPieces) {
            return new Refused(newPieces, receipt, error);
        }
    }

    /**
     * Failure through no fault of the caller.
     *
     * @param error what failed; null if the server returned a protocol error, which {@code pieces} repeats
     */
    record Failed(
            SegmentedText pieces, Receipt receipt, @Nullable RefusedException error) implements Outcome {

        @Override
        public Failed withPieces(SegmentedText newPieces) {
            return new Failed(newPieces, receipt, error);
        }
    }
}

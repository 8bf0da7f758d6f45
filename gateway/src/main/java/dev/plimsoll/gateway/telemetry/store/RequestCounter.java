package dev.plimsoll.gateway.telemetry.store;

/** Counters in sums. The database stores them in this order, so new counters must be added at the end. */
public enum RequestCounter {
    REQUESTS,
    /** Tokens of all answers. */
    ANSWER_TOKENS,
    ANSWER_BYTES,
    /** Tokens of all results, without follow-up reads, which have no result of their own. */
    ORIGINAL_TOKENS,
    ORIGINAL_BYTES,
    /** Answers to results that are stored for follow-up reads, and answers with fewer tokens than their results. */
    SHAPED,
    /** Answers to follow-up reads. */
    FOLLOW_UPS,
    FOLLOW_UP_TOKENS,
    /** Results that are stored for follow-up reads. */
    STORED,
    /** Follow-up reads with expired cursors. */
    EXPIRED,
    /** Follow-up reads with a cursor that is invalid for the caller. */
    INVALID,
    /** Failed calls. */
    ERRORS,
    LISTINGS,
    /** Tokens added to listings. */
    DEFINITION_TOKENS,
    /** Follow-up reads that return a whole result. */
    FULL_READS,
    /** Results with at least one follow-up read. */
    RESULTS_READ,
    /** Results that were sent whole but would have been shaped by a policy in shadow mode. */
    SHADOWED,
    SHADOWED_ORIGINAL_TOKENS,
    /** Tokens of the answers that would have been sent instead. */
    SHADOWED_ANSWER_TOKENS,
    /** Calls that were answered with an earlier result. */
    CACHED,
    /** Requests for which the tokens of the result and of the answer were counted exactly. */
    EXACT,
    /** Calls in whose arguments handles were replaced. */
    HANDLE_CALLS,
    /** Handles that were replaced. */
    HANDLES,
    HANDLE_BYTES,
    HANDLE_TOKENS
}

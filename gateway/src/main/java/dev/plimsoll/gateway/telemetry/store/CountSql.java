package dev.plimsoll.gateway.telemetry.store;

/** What is added up. The order is that of the database: new ones stand at the end. */
public enum CountSql {
    REQUESTS,
    /** Of all answers. */
    ANSWER_TOKENS,
    ANSWER_BYTES,
    /** Of results; a reading has none of its own. */
    ORIGINAL_TOKENS,
    ORIGINAL_BYTES,
    /** Answers that are not the whole result. */
    SHAPED,
    /** Answers to readings. */
    FOLLOW_UPS,
    FOLLOW_UP_TOKENS,
    /** Results that could be read on. */
    KEPT,
    /** Readings of cursors that had expired. */
    EXPIRED,
    /** Readings of what is no cursor of that caller's. */
    INVALID,
    /** Calls that failed. */
    ERRORS,
    LISTINGS,
    /** What was added to listings. */
    DEFINITION_TOKENS,
    /** Readings of a whole result at once. */
    FULL_READS,
    /** Results that somebody has read on in. */
    WALKS,
    /** Results that were sent whole, and would not have been if the policy had acted. */
    SHADOWED,
    SHADOWED_ORIGINAL_TOKENS,
    /** Of what would have been sent in their place. */
    SHADOWED_ANSWER_TOKENS,
    /** Calls that were answered from an earlier result. */
    CACHED,
    /** Requests whose tokens are counted, those of results and those of answers. */
    EXACT
}

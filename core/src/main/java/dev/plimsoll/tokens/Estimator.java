package dev.plimsoll.tokens;

/** Method of counting tokens. */
public enum Estimator {
    /** Characters / 4, plus 20%. The estimate is within 20% of the exact count for fewer than half of all texts. */
    CHARS,
    /** Byte classes for results. Finished answers are counted exactly. */
    CLASSES,
    /** Exact counts of o200k_base everywhere. */
    BPE;

    /** Returns the fast counter for results. */
    public TokenCounter fastCounter() {
        return this == CHARS ? TokenCounter.chars() : this == CLASSES ? TokenCounter.classes() : TokenCounter.bpe();
    }

    /** Returns the counter for results whose length proves that they are within the budget. */
    public TokenCounter windowCounter() {
        return this == CLASSES ? new WindowCounter() : fastCounter();
    }

    /** Returns the counter for finished answers. If the vocabulary for exact counts cannot be read, it counts bytes. */
    public TokenCounter answerCounter() {
        return isVocabularyMissing() ? new ByteCounter() : decidingCounter();
    }

    private boolean isVocabularyMissing() {
        return this != CHARS && !O200kVocabulary.isAvailable();
    }

    /** Returns the counter for sizes that an answer states, such as the size of a folded item. */
    public TokenCounter sizeCounter() {
        return isVocabularyMissing() ? new ByteCounter() : this == CLASSES ? new SampledCounter() : decidingCounter();
    }

    /** Returns the counter for answers and for results near the budget. Its count decides what is within the budget. */
    public TokenCounter decidingCounter() {
        return this == CHARS ? TokenCounter.chars() : TokenCounter.bpe();
    }
}

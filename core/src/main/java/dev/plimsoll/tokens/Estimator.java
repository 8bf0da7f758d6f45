package dev.plimsoll.tokens;

/** Method of counting tokens. */
public enum Estimator {
    /** characters / 4 + 20%: the original formula, within 20% for half of all texts */
    CHARS,
    /** byte classes for results; finished answers are counted exactly */
    CLASSES,
    /** exact o200k_base counts everywhere */
    BPE;

    /** Returns the fast counter for results. Its estimates are within 20%. */
    public TokenCounter fastCounter() {
        return this == CHARS ? TokenCounter.chars() : this == CLASSES ? TokenCounter.classes() : TokenCounter.bpe();
    }

    /** Returns the counter for finished answers. If the vocabulary for exact counts cannot be read, it counts bytes. */
    public TokenCounter answerCounter() {
        return isVocabularyMissing() ? new ByteCounter() : decidingCounter();
    }

    private boolean isVocabularyMissing() {
        return this != CHARS && !O200kVocabulary.isAvailable();
    }

    /** Returns the counter for parts of a result whose size the answer states. */
    public TokenCounter sizeCounter() {
        return isVocabularyMissing() ? new ByteCounter() : this == CLASSES ? new SampledCounter() : decidingCounter();
    }

    /** Returns the counter for answers and for results near the budget. Its count decides what is within the budget. */
    public TokenCounter decidingCounter() {
        return this == CHARS ? TokenCounter.chars() : TokenCounter.bpe();
    }
}

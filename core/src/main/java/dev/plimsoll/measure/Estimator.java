package dev.plimsoll.measure;

/** How tokens are counted. */
public enum Estimator {
    /** characters / 4 + 20 %: the seed's formula, right within 20 % for half of all texts */
    CHARS,
    /** byte classes for whole results; finished answers are counted exactly */
    CLASSES,
    /** exact o200k everywhere */
    BPE;

    /** The counter for whole results: quick, and right within 20 % where it is an estimate. */
    public TokenCounter quick() {
        return this == CHARS ? TokenCounter.chars() : this == CLASSES ? TokenCounter.classes() : TokenCounter.bpe();
    }

    /** The counter for what is written: bytes alone where the vocabulary for an exact count cannot be read. */
    public TokenCounter written() {
        return fails() ? new ByteCounter() : sure();
    }

    private boolean fails() {
        return this != CHARS && !O200kVocabulary.isThere();
    }

    /** The counter for parts of a result that an answer only tells the size of. */
    public TokenCounter about() {
        return fails() ? new ByteCounter() : this == CLASSES ? new SampledCounter() : sure();
    }

    /** The counter for answers and near the budget: what "within the budget" means. */
    public TokenCounter sure() {
        return this == CHARS ? TokenCounter.chars() : TokenCounter.bpe();
    }
}

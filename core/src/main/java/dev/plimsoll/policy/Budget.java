package dev.plimsoll.policy;

/**
 * Maximum tokens and bytes of one answer.
 *
 * @param tokens tokens by Plimsoll's count, of everything that a client could feed to a model
 * @param bytes bytes of unescaped text of one copy, as a limit in case the estimate of the tokens is wrong
 */
public record Budget(int tokens, int bytes) {

    public Budget {
        if (tokens < 1 || bytes < 1) {
            throw new IllegalArgumentException(
                    "a budget must have at least 1 token and 1 byte, got " + tokens + ", " + bytes);
        }
    }

    /** Returns whether an answer of this size is within the budget. */
    public boolean allows(long tokens, long bytes) {
        return tokens <= this.tokens && bytes <= this.bytes;
    }

    /** Returns the budget minus a fixed cost. At least one token and one byte remain, so that comparisons keep working. */
    public Budget minus(int tokens, int bytes) {
        return new Budget(Math.max(1, this.tokens - tokens), Math.max(1, this.bytes - bytes));
    }

    /** Returns a budget with the smaller token limit and the smaller byte limit of both. */
    public Budget min(Budget other) {
        return new Budget(Math.min(tokens, other.tokens), Math.min(bytes, other.bytes));
    }

    /** Returns an equal share for each of this number of copies. */
    public Budget dividedBy(int copies) {
        return new Budget(Math.max(1, tokens / copies), Math.max(1, bytes / copies));
    }
}

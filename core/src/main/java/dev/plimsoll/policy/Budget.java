package dev.plimsoll.policy;

/**
 * What one answer may cost.
 *
 * @param tokens by Plimsoll's own count, everything a client could feed to a model together
 * @param bytes unescaped text of one copy; the safety net of the estimate
 */
public record Budget(int tokens, int bytes) {

    public Budget {
        if (tokens < 1 || bytes < 1) {
            throw new IllegalArgumentException("a budget is at least 1 token and 1 byte, got " + tokens + ", " + bytes);
        }
    }

    public boolean holds(long tokens, long bytes) {
        return tokens <= this.tokens && bytes <= this.bytes;
    }

    /** What is left after a fixed cost; at least one token and byte, so that comparing goes on working. */
    public Budget less(int tokens, int bytes) {
        return new Budget(Math.max(1, this.tokens - tokens), Math.max(1, this.bytes - bytes));
    }

    /** Returns the budget that keeps both. */
    public Budget smaller(Budget other) {
        return new Budget(Math.min(tokens, other.tokens), Math.min(bytes, other.bytes));
    }

    /** An equal share for each of {@code n} copies. */
    public Budget share(int n) {
        return new Budget(Math.max(1, tokens / n), Math.max(1, bytes / n));
    }
}

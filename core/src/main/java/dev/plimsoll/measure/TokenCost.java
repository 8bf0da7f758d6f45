package dev.plimsoll.measure;

/**
 * Cost of a result that passes.
 *
 * @param tokens tokens of everything that a client could pass to a model; the policy decides how copies count
 * @param isExact whether the tokens are counted with o200k_base; otherwise they are an estimate
 * @param bytes bytes of the unescaped text, with copies counted as for tokens; bytes of the escaped text if
 *     these are enough for the decision
 * @param binaryBytes bytes of the largest audio or blob; 0 if there is none
 * @param imageBytes bytes of the largest image; 0 if there is none
 */
public record TokenCost(int tokens, boolean isExact, long bytes, long binaryBytes, long imageBytes) {

    /** Creates the cost of a result without binary content. */
    public TokenCost(int tokens, boolean isExact, long bytes) {
        this(tokens, isExact, bytes, 0, 0);
    }
}

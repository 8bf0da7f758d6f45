package dev.plimsoll.bench.answers.program;

/**
 * Costs of one question.
 *
 * @param isRight whether the answer of the program is the right one
 * @param programTokens tokens of the program
 * @param answerTokens tokens of its answer
 * @param calls calls that the program made
 * @param callArgumentTokens tokens of the arguments of these calls, which a reader without programs would write
 * @param callResultTokens tokens of the results of these calls, which a reader without programs would read
 */
public record ProgramRow(
        String question,
        boolean isRight,
        long programTokens,
        long answerTokens,
        long calls,
        long callArgumentTokens,
        long callResultTokens) {}

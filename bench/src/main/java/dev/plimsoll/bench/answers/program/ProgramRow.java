package dev.plimsoll.bench.answers.program;

/**
 * Costs of one question.
 *
 * @param isRight whether the answer of the program is the right one
 * @param written tokens of the program
 * @param read tokens of its answer
 * @param calls calls that the program made
 * @param callsWritten tokens of the arguments of these calls, which a reader without programs would write
 * @param callsRead tokens of the results of these calls, which a reader without programs would read
 */
public record ProgramRow(
        String question, boolean isRight, long written, long read, long calls, long callsWritten, long callsRead) {}

/**
 * Measures how many tokens a reader needs to solve tasks with the answers of Plimsoll, and whether its solutions are right.
 * {@link dev.plimsoll.bench.answers.AnswersBench} prints the tables. No model and no network are used.
 */
@NullMarked
package dev.plimsoll.bench.answers;

import org.jspecify.annotations.NullMarked;

/**
 * The parts of a query that runs: each gives the values that it makes of one value, one by one, to whoever waits for them.
 *
 * <p>Where to look:
 *
 * <ul>
 *   <li><b>running</b>: a {@code Node} gives its outputs to a {@code Sink}, with what names stand for in an {@code Env}
 *       and what the whole run has used in a {@code Run}. A {@code Single} node has one output.
 *   <li><b>paths</b>: {@code Identity}, {@code Field}, {@code Index}, {@code Range}, {@code Iterate} and
 *       {@code Recurse} lead on, as {@code Steps} allow. {@code PathOf} gives the way, {@code Update} changes what is
 *       at its end.
 *   <li><b>values</b>: {@code Literal}, {@code TextOf}, {@code ArrayOf}, {@code ObjectOf}, {@code Variable}; an
 *       {@code Operator} for two of them in {@code Binary}, and {@code Negate}, {@code Logic}, {@code Alternative}.
 *   <li><b>flow</b>: {@code Pipe}, {@code Comma}, {@code Empty}, {@code If}, {@code Try}, {@code First}, {@code Loop};
 *       {@code Label}, which a {@code BreakSignal} ends.
 *   <li><b>names</b>: {@code Bind}, {@code Reduce} and {@code Foreach} bind a {@code Pattern}, of several
 *       {@code Patterns} the first that fits. A {@code Call} runs a {@code Function} of the expression, a
 *       {@code Native} one of ours.
 * </ul>
 */
@NullMarked
package dev.plimsoll.query.eval;

import org.jspecify.annotations.NullMarked;

/** The parts of a query that runs: each gives the values that it makes of one value, one by one, to whoever waits for them. */
@NullMarked
package dev.plimsoll.query.eval;

import org.jspecify.annotations.NullMarked;

/** Records calls: their receipts, answers, and errors. */
@NullMarked
package dev.plimsoll.engine.record;

import org.jspecify.annotations.NullMarked;

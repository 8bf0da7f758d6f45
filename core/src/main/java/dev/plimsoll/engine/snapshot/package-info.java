/** Stored results while they are open for reading, and the cursors that lead to them. */
@NullMarked
package dev.plimsoll.engine.snapshot;

import org.jspecify.annotations.NullMarked;

/** Snapshots that are open for reading, and the cursors that refer to them. */
@NullMarked
package dev.plimsoll.engine.snapshot;

import org.jspecify.annotations.NullMarked;

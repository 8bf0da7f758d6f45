/** Differences between two documents: what was added, removed, changed, and moved. */
@NullMarked
package dev.plimsoll.changes;

import org.jspecify.annotations.NullMarked;

/** Stores that write snapshots to files: spilled when memory is short, or persistent across restarts. */
@NullMarked
package dev.plimsoll.disk;

import org.jspecify.annotations.NullMarked;

/** Stores that put snapshots into files: spilled from memory when that is short, or kept over restarts. */
@NullMarked
package dev.plimsoll.disk;

import org.jspecify.annotations.NullMarked;

/** Index of snapshots that answer equal calls until their source may have changed. */
@NullMarked
package dev.plimsoll.cache;

import org.jspecify.annotations.NullMarked;

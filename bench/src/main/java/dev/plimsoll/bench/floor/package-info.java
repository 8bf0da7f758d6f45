/** What the engine is compared with: the same work as straight hand code over bytes, and with a tree. */
@NullMarked
package dev.plimsoll.bench.floor;

import org.jspecify.annotations.NullMarked;

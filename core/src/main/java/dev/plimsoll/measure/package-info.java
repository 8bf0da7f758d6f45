/** Measures results: cost of blocks and images, copies among the blocks, and estimated sizes. */
@NullMarked
package dev.plimsoll.measure;

import org.jspecify.annotations.NullMarked;

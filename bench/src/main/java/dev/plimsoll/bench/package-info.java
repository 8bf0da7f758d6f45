/** Compares Plimsoll's speed with floors measured in the same run. {@link dev.plimsoll.bench.Quick} prints the table. */
@NullMarked
package dev.plimsoll.bench;

import org.jspecify.annotations.NullMarked;

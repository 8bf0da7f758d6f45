/**
 * Compares the speed of Plimsoll's engine with floors that are measured in the same run. A floor is either the same work in
 * simple handwritten code without checks, or the one step that every solution needs. {@link dev.plimsoll.bench.SpeedBench} prints
 * the table.
 */
@NullMarked
package dev.plimsoll.bench;

import org.jspecify.annotations.NullMarked;

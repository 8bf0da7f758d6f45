/**
 * JMH benchmarks of the operations that {@link dev.plimsoll.bench.Quick} measures, for more precise results: JMH starts a new
 * JVM for each benchmark, while {@code Quick} measures all rows in one JVM.
 */
@NullMarked
package dev.plimsoll.bench.jmh;

import org.jspecify.annotations.NullMarked;

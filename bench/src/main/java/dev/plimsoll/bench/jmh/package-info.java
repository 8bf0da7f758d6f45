/**
 * JMH benchmarks of the operations that {@link dev.plimsoll.bench.SpeedBench} measures, for more precise results: JMH starts a new
 * JVM for each benchmark, while {@code SpeedBench} measures all rows in one JVM.
 */
@NullMarked
package dev.plimsoll.bench.jmh;

import org.jspecify.annotations.NullMarked;

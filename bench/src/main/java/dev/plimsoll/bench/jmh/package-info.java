/**
 * JMH benchmarks of the same work, for precise runs: JMH forks a JVM for each, while {@link dev.plimsoll.bench.Quick} uses one
 * JVM.
 */
@NullMarked
package dev.plimsoll.bench.jmh;

import org.jspecify.annotations.NullMarked;

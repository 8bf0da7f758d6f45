/** The same work for serious runs: JMH forks a JVM for each, where {@link dev.plimsoll.bench.Quick} shares one. */
@NullMarked
package dev.plimsoll.bench.jmh;

import org.jspecify.annotations.NullMarked;

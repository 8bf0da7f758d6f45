/** Workloads for the benchmarks: generated documents, results that contain them, and operations on engines and stores. */
@NullMarked
package dev.plimsoll.bench.load;

import org.jspecify.annotations.NullMarked;

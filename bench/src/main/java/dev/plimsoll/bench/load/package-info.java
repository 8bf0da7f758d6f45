/** Workloads for measurement: documents of records, results that contain them, and the engine with its pages. */
@NullMarked
package dev.plimsoll.bench.load;

import org.jspecify.annotations.NullMarked;

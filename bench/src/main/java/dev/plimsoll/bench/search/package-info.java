/** Measures the recall of ranked search, and of find, with questions about real documents. */
@NullMarked
package dev.plimsoll.bench.search;

import org.jspecify.annotations.NullMarked;

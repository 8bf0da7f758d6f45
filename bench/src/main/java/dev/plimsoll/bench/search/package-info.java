/** Recall of ranked search and of find on questions about real documents. */
@NullMarked
package dev.plimsoll.bench.search;

import org.jspecify.annotations.NullMarked;

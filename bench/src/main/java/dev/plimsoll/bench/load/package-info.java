/** What is measured, ready to run: documents of records, results around them, the engine and its pages. */
@NullMarked
package dev.plimsoll.bench.load;

import org.jspecify.annotations.NullMarked;

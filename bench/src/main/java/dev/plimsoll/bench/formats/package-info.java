/** Measures what it costs to read the data in texts of each format. */
@NullMarked
package dev.plimsoll.bench.formats;

import org.jspecify.annotations.NullMarked;

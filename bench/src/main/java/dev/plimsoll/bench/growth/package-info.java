/** Measures how costs grow with the size of results and with the number of stored results, rules, tools, and sessions. */
@NullMarked
package dev.plimsoll.bench.growth;

import org.jspecify.annotations.NullMarked;

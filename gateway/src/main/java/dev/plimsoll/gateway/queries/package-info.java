/** Counts the queries that callers repeat, without their literals, and keeps the counts in the data folder. */
@NullMarked
package dev.plimsoll.gateway.queries;

import org.jspecify.annotations.NullMarked;

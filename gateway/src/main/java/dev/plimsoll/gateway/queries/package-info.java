/** Counts the queries that callers repeat, without their literals. */
@NullMarked
package dev.plimsoll.gateway.queries;

import org.jspecify.annotations.NullMarked;

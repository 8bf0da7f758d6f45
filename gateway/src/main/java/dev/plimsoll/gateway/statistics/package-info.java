/**
 * Statistics for operators: savings, follow-up reads, accuracy of estimates, recorded requests as JSON,
 * and the queries that callers repeat.
 */
@NullMarked
package dev.plimsoll.gateway.statistics;

import org.jspecify.annotations.NullMarked;

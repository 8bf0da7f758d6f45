/** Statistics for operators: savings, follow-up reads, accuracy of estimates, and recorded requests as JSON. */
@NullMarked
package dev.plimsoll.gateway.statistics;

import org.jspecify.annotations.NullMarked;

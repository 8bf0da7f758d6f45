/** What a gateway counts of itself, as Prometheus reads it: in memory, fed beside the requests. */
@NullMarked
package dev.plimsoll.gateway.metrics;

import org.jspecify.annotations.NullMarked;

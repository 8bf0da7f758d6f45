/** Metrics of the gateway in Prometheus format, held in memory and updated outside the requests. */
@NullMarked
package dev.plimsoll.gateway.metrics;

import org.jspecify.annotations.NullMarked;

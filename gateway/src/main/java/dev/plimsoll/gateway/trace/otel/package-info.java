/** Spans as the OpenTelemetry SDK makes and sends them: the only room that knows it, and loaded only where it is wanted. */
@NullMarked
package dev.plimsoll.gateway.trace.otel;

import org.jspecify.annotations.NullMarked;

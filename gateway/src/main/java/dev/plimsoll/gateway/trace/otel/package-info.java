/** Spans of the OpenTelemetry SDK: the only package that uses it, loaded only if spans are wanted. */
@NullMarked
package dev.plimsoll.gateway.trace.otel;

import org.jspecify.annotations.NullMarked;

/** Creates spans with the OpenTelemetry SDK. No other package uses the SDK; it is only loaded if spans are enabled. */
@NullMarked
package dev.plimsoll.gateway.trace.otel;

import org.jspecify.annotations.NullMarked;

/**
 * Joins the work of client, Plimsoll, and server in one trace: passes the trace context on, and optionally adds
 * Plimsoll's own spans.
 */
@NullMarked
package dev.plimsoll.gateway.trace;

import org.jspecify.annotations.NullMarked;

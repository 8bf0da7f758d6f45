/**
 * Joins the work of client, Plimsoll, and server in one trace: passes on the trace context, and adds
 * Plimsoll's own spans if they are enabled.
 */
@NullMarked
package dev.plimsoll.gateway.trace;

import org.jspecify.annotations.NullMarked;

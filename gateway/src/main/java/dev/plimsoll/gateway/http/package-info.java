/**
 * Streamable HTTP towards clients: addresses, sessions, streams of events. Jetty is known to {@code Front}, {@code HttpCall}
 * and {@code EventWriter} alone.
 */
@NullMarked
package dev.plimsoll.gateway.http;

import org.jspecify.annotations.NullMarked;

/**
 * Jetty, which accepts connections and parses HTTP. No other package uses it.
 *
 * <p>{@code JettyServer} starts it, configured by {@code ListenAddress} and {@code Encryption}. {@code JettyHandler} passes
 * each request as a {@code JettyExchange} to the handler of the gateway. {@code WatchedResponse} and
 * {@code SlowResponseWatch} choose the thread that writes a response. {@code Connections} closes connections of slow
 * clients, and {@code ConnectionShares} limits the connections of an address. {@code JettyErrors} answers malformed HTTP.
 * {@code HealthServer} is an additional server, for health checks.
 */
@NullMarked
package dev.plimsoll.gateway.http.jetty;

import org.jspecify.annotations.NullMarked;

/**
 * The HTTP server for clients, on Jetty: it accepts connections, finds the handler of each request, and ends.
 *
 * <p>{@code JettyServer} starts it, configured by {@code ListenAddress} and {@code Encryption}. {@code JettyHandler} passes
 * each request to {@code HttpRouter}, which finds its handler: an endpoint of MCP in {@code Endpoints}, REST, or another
 * service. {@code WatchedResponse} and {@code SlowResponseWatch} choose the thread that writes a response. {@code Connections}
 * closes connections of slow clients, {@code ConnectionShares} limits the connections of an address, and {@code HttpPools}
 * holds what callers share. {@code JettyErrors} answers malformed HTTP. {@code HealthServer} is an additional server, for
 * health checks.
 *
 * <p>The packages below this one: {@code exchange} is a request and its response, {@code check} decides who may send one,
 * {@code mcp} serves Streamable HTTP, and {@code rest} calls tools without MCP.
 */
@NullMarked
package dev.plimsoll.gateway.http;

import org.jspecify.annotations.NullMarked;

/**
 * The HTTP server for clients: it finds the handler of each request, and ends.
 *
 * <p>{@code HttpServer} starts it and connects its parts. {@code HttpRouter} finds the handler of a request: an endpoint
 * of MCP in {@code Endpoints}, REST, or another service.
 *
 * <p>The packages below this one: {@code exchange} is a request and its response, {@code check} decides who may send one,
 * {@code jetty} accepts connections, {@code mcp} serves Streamable HTTP, and {@code rest} calls tools without MCP.
 */
@NullMarked
package dev.plimsoll.gateway.http;

import org.jspecify.annotations.NullMarked;

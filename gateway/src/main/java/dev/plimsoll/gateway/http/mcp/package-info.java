/**
 * Streamable HTTP of MCP: one endpoint, its sessions, and their event streams.
 *
 * <p>{@code McpHandler} serves an endpoint. {@code SessionRegistry} holds its sessions; a {@code ClientSession} assigns
 * messages of its server to streams. {@code ModernRequestCheck} checks requests of the modern revision, and
 * {@code ArgumentHeaders} checks headers against arguments. {@code HeaderTrace} writes the trace of the headers into a
 * message. {@code LegacyResponseTerms}, {@code InitializeResponseTerms}, and {@code ModernResponseTerms} say how a
 * response is delivered. {@code ReplicaForwarder} forwards a request whose call is parked in another replica.
 */
@NullMarked
package dev.plimsoll.gateway.http.mcp;

import org.jspecify.annotations.NullMarked;

/**
 * Streamable HTTP for clients: endpoints, sessions, event streams.
 *
 * <p>Where to look:
 *
 * <ul>
 *   <li><b>Jetty</b>: {@code JettyServer} starts it, configured by {@code ListenAddress}, {@code HttpLimits}, and
 *       {@code Encryption}. {@code JettyHandler} passes its requests on, each as an {@code HttpCall}.
 *       {@code EventWriter} writes events, {@code Connections} closes connections of slow clients, {@code JettyErrors}
 *       answers malformed HTTP. {@code HealthServer} is an additional server, for health checks. The other groups are
 *       independent of Jetty.
 *   <li><b>calls</b>: {@code HttpRouter} passes a call to its handler. A {@code DeferredResponse} is the part of a call
 *       that is still to come; {@code ResponseThread} and {@code SlowResponseWatch} choose the thread that writes it.
 *       An {@code HttpErrorException} ends a call. {@code BodyMemory} limits the memory of bodies. {@code HttpPools}
 *       holds the limited resources that callers share; {@code ConnectionShares} limits the connections of an address.
 *   <li><b>access</b>: {@code Authenticator} identifies callers, and is a {@code PublicPath} for its metadata.
 *       {@code OriginCheck} refuses pages of other sites, {@code RequestLimiter} counts each caller's requests.
 *       {@code TrustedProxies} finds the address of callers, {@code PublicAddress} the URL of the gateway.
 *   <li><b>MCP endpoints</b>: {@code McpHandler} serves one; {@code Endpoints} holds all of them. {@code PostedBody} is
 *       a body, {@code AcceptedTypes} the accepted response types. {@code ModernRequestCheck} checks modern requests.
 *       {@code ReplicaForwarder} forwards requests whose call is parked in another replica.
 *   <li><b>headers and queries</b>: {@code ArgumentHeaders} checks headers against the arguments. {@code QueryBudget} and
 *       {@code HeaderTrace} write values of the URL and the headers into a message. {@code CacheMark} sets a response
 *       header.
 *   <li><b>sessions</b>: {@code SessionRegistry} holds the sessions of one endpoint. {@code ClientSession} assigns
 *       messages of its server to streams.
 *   <li><b>responses</b>: {@code ResponseDelivery} writes one document or a stream, by the terms of the request:
 *       {@code LegacyResponses}, {@code InitializeResponses}, or {@code ModernResponses}. {@code SseStream} holds messages
 *       until they are read.
 *   <li><b>without MCP</b>: {@code RestApi} finds the {@code HttpService} of a path; a {@code LiveService} sends events.
 *       {@code ToolCallApi} calls tools, and {@code RestErrors} turns the answer into a {@code RestResponse}.
 * </ul>
 */
@NullMarked
package dev.plimsoll.gateway.http;

import org.jspecify.annotations.NullMarked;

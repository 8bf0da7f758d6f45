/**
 * One HTTP request and its response, for all handlers of the HTTP server.
 *
 * <p>An {@code HttpCall} is the request with its connection, {@code PostedBody} its body, and {@code AcceptedTypes} the types
 * of response that its client accepts. {@code BodyMemory} and {@code HttpLimits} limit both. {@code QueryBudget} and
 * {@code CacheMark} connect the URL and the headers with the message. {@code ResponseDelivery} writes a response as one
 * document or as events of an {@code SseStream}, with {@code EventWriter}; a {@code DeferredResponse} is the part that is
 * still to come. An {@code HttpErrorException} ends a call. An {@code HttpService} is a handler for other paths than those
 * of MCP.
 */
@NullMarked
package dev.plimsoll.gateway.http.exchange;

import org.jspecify.annotations.NullMarked;

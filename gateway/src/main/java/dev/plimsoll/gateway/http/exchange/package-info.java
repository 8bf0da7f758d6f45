/**
 * One HTTP request and its response, for all handlers of the HTTP server.
 *
 * <p>An {@code HttpCall} is the request with its connection, read from an {@code HttpExchange} of the HTTP library, {@code PostedBody} its body, and {@code AcceptedTypes} the types
 * of response that its client accepts. {@code HttpLimits} limits requests; {@code BodyMemory} limits the memory of all bodies. {@code UrlBudget} and
 * {@code CacheMark} connect the URL and the headers with the message. {@code ResponseDelivery} writes a response as one
 * document or as events of an {@code SseStream}, with {@code EventWriter}; a {@code DeferredResponse} is a response, or the
 * rest of one, that arrives after the handler has returned. An {@code HttpErrorException} ends a call. {@code HttpCallHandler} answers all calls. An {@code HttpService} is a handler for other paths than those
 * of MCP.
 */
@NullMarked
package dev.plimsoll.gateway.http.exchange;

import org.jspecify.annotations.NullMarked;

/**
 * The relay between one client and one server. Messages pass in the order in which they arrive. The package is independent
 * of transports.
 *
 * <p>{@code Relay} handles the messages of both sides. {@code RelayListener} passes the server's messages to the relay,
 * and {@code ServerNotifications} acts on the server's notifications. {@code DeferredRequests} holds requests that were
 * not sent, and {@code ResponseSender} makes responses from the server's results.
 * {@code ProgressNotifier}, {@code LogMessageLimiter}, and {@code ResourceChange} handle notifications;
 * {@code ListChangeNotifier} tells a client that a new configuration has changed a listing. {@code PendingCollects} runs
 * each {@code CollectTask}, which reads further pages, within the {@code CollectMemory}. {@code InternalErrors} decides
 * requests after an internal error of the gateway.
 *
 * <p>The packages below this one: {@code request} is a request in its session, {@code check} decides whether it is allowed,
 * and {@code tool}, {@code task}, and {@code method} decide what happens to it, by its method.
 */
@NullMarked
package dev.plimsoll.gateway.proxy;

import org.jspecify.annotations.NullMarked;

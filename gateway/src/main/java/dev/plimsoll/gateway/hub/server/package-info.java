/**
 * Facts about the servers of the hub, for all its clients.
 *
 * <p>{@code HubNames} are the names of tools and prompts, which the hub makes unique; {@code Resources} knows the server of each
 * resource, and {@code AppTools} the tools that apps may call without a prefix. {@code AppAddresses}
 * are the addresses of app pages, which include the server. {@code ListingCache} stores the latest listing
 * of each {@code ListKind}. {@code HubServerInfo} has the capabilities of one server; {@code MergedCapabilities} joins those of
 * all servers, with {@code CapabilityUnion}. {@code RetryDelay} limits retries, and {@code UnavailableMessage} creates the error
 * for clients.
 */
@NullMarked
package dev.plimsoll.gateway.hub.server;

import org.jspecify.annotations.NullMarked;

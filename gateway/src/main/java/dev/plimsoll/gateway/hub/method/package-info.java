/**
 * The handlers of the hub, by method; {@code HubMethodHandlers} is their table.
 *
 * <p>{@code HubInitializeHandler} begins a session, {@code DiscoverHandler} answers clients without one, and
 * {@code LogLevelHandler} sets the log level of the servers. {@code ListenRequests} begins a subscription.
 * {@code MergedList} joins the listings of all servers and continues at a {@code PackedCursor}; {@code HubEntries} renames the
 * entries for the client, and {@code ListingLoader} reads complete listings when a client uses an unknown name.
 * {@code CallHandler} and {@code PromptHandler} forward to the server that lists the name; {@code ReadHandler} is the read tool.
 * {@code CompletionHandler} completes arguments of prompts and resource templates. {@code ResourceRequests} reads and
 * subscribes, and {@code RequestFailover} tries one server after another. {@code TaskRequests} forwards to the server
 * that created the task; {@code TaskResponseListener} registers new tasks in responses. {@code AppAddressListener}
 * changes the addresses of app pages in responses.
 */
@NullMarked
package dev.plimsoll.gateway.hub.method;

import org.jspecify.annotations.NullMarked;

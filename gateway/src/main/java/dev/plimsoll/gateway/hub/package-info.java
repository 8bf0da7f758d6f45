/**
 * Endpoint that presents several servers as one and merges their names, listings, and answers. A failing server does
 * not affect the others.
 *
 * <p>Where to look:
 *
 * <ul>
 *   <li><b>sessions</b>: {@code Hub} opens a {@code HubEndpointSession}, which receives one client's messages.
 *       {@code HubSession} holds the state of that client, {@code ServerGroup} the state that all clients share.
 *   <li><b>requests</b>: {@code HubMethodHandlers} has a {@code HubMethodHandler} for each method. A {@code HubRequest}
 *       is a pending request, {@code HubRequests} are those of one client. See also {@code HubBatch} and
 *       {@code HubErrorException}.
 *   <li><b>initialization</b>: {@code HubInitializeHandler} begins a session, {@code DiscoverHandler} answers clients
 *       without one. {@code HubServerInfo} has the capabilities of one server; {@code MergedCapabilities} joins those
 *       of all servers, with {@code CapabilityUnion}.
 *   <li><b>listings</b>: {@code MergedList} joins the listings of one {@code ListKind} and continues at a
 *       {@code PackedCursor}. {@code ListPages} asks one server, {@code ListingCache} stores its latest listing, and
 *       {@code HubEntries} renames the entries for the client. {@code ListingLoader} reads complete listings when a
 *       client uses an unknown name.
 *   <li><b>tools and prompts</b>: {@code CallHandler} and {@code PromptHandler} forward to the server that lists the
 *       name, which {@code HubNames} finds. {@code ReadHandler} is the read tool. {@code CompletionHandler} completes
 *       arguments of prompts and resource templates.
 *   <li><b>resources</b>: {@code ResourceRequests} reads and subscribes. {@code Resources} knows the server of each
 *       resource, {@code RequestRetry} tries one server after another.
 *   <li><b>apps</b>: {@code AppTools} knows which tools apps may call without a prefix. {@code AppResourceResponse}
 *       changes the addresses of app pages in responses.
 *   <li><b>tasks</b>: {@code TaskRequests} forwards to the server that created the task, which {@code Tasks} finds.
 *       {@code TaskWatch} registers new tasks in responses.
 *   <li><b>links to servers</b>: {@code ServerLink} is one client's link to a server: a {@code SessionServerLink}, or a
 *       {@code RequestServerLink} for a single request. {@code OpenLink} is the open connection.
 *       {@code RetryDelay} limits retries,
 *       {@code UnavailableMessage} creates the error for clients, and {@code ParallelTasks} waits for several servers
 *       in parallel.
 *   <li><b>messages from servers</b>: {@code ServerMessageHandler} forwards them, {@code ServerRequestTable} matches
 *       input requests with the client's responses. {@code ListenRequests} begins a {@code HubSubscription};
 *       {@code LogLevelHandler} sets the log level of the servers.
 * </ul>
 */
@NullMarked
package dev.plimsoll.gateway.hub;

import org.jspecify.annotations.NullMarked;

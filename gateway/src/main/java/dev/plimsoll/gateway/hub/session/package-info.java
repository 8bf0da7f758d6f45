/**
 * The state of one client of the hub, and its links to servers.
 *
 * <p>{@code HubSession} holds the state of a client, {@code ServerGroup} the state that all clients share. {@code ServerLink} is
 * one client's link to a server: a {@code SessionServerLink}, or a {@code RequestServerLink} for a single request.
 * {@code OpenLink} is the open connection. {@code ServerMessageHandler} forwards messages of servers; {@code ServerRequestTable}
 * matches their input requests with the client's responses. {@code ListPages} asks one server for a listing, and {@code Tasks}
 * finds the server of a task. {@code ParallelTasks} waits for several servers at the same time.
 *
 * <p>A {@code HubRequest} is a pending request, {@code HubRequests} are those of one client. A {@code HubMethodHandler} handles
 * the requests of a method; a {@code HubErrorException} refuses one. A {@code HubSubscription} concerns all servers, with a
 * {@code ServerSubscription} for each.
 */
@NullMarked
package dev.plimsoll.gateway.hub.session;

import org.jspecify.annotations.NullMarked;

/**
 * Connections to servers. {@code Upstream} is a connection; {@code UpstreamListener} receives its messages.
 * With {@code CallerThread}, a call runs on the thread that waits for its response. {@code ServerProbe}
 * queries the name and the tools of a server.
 *
 * <p>Subpackages: {@code process} and {@code http} are the transports, {@code shared} lets many clients use
 * one connection, and {@code server} opens the connections to a configured server. Between the relay and a
 * connection, messages pass the filters of the packages {@code filter} and {@code era}.
 */
@NullMarked
package dev.plimsoll.gateway.upstream;

import org.jspecify.annotations.NullMarked;

/**
 * Everything between the relay and a server. {@code Upstream} is a connection, {@code UpstreamListener} gets what it receives; a
 * thread that waits for a response can read it as a {@code CallerThread}. {@code ServerProbe} asks a server for its facts.
 *
 * <p>The packages below, from the server upwards: {@code process} and {@code http} are transports, {@code shared} gives one
 * connection to many clients, and {@code server} opens connections to a configured server. Messages pass the filters of {@code
 * filter} and {@code era} on their way.
 */
@NullMarked
package dev.plimsoll.gateway.upstream;

import org.jspecify.annotations.NullMarked;

/**
 * Programs: the tool {@code plimsoll_run}. A {@code ProgramEndpoint} adds it to an endpoint. It is the only tool of a server of
 * Plimsoll's own, so its results are kept, shaped, and read like those of any server. A program's calls go through the session of
 * its client like the client's own calls.
 */
@NullMarked
package dev.plimsoll.gateway.program;

import org.jspecify.annotations.NullMarked;

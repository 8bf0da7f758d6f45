/**
 * Programs: the tool {@code plimsoll_run}. {@code ProgramEndpoint} adds it to an endpoint. It belongs to
 * Plimsoll's own server, so that its results are stored, shaped, and read like the results of any server. The calls
 * of a program go through the session of its client, like the client's own calls.
 */
@NullMarked
package dev.plimsoll.gateway.program;

import org.jspecify.annotations.NullMarked;

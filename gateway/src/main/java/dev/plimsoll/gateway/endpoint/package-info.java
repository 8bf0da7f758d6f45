/** Endpoints as the transports see them: one server, or several as one. */
@NullMarked
package dev.plimsoll.gateway.endpoint;

import org.jspecify.annotations.NullMarked;

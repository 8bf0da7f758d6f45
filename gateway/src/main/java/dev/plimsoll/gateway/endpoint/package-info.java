/** Interfaces between the transports and the endpoints: one server, or several as one. */
@NullMarked
package dev.plimsoll.gateway.endpoint;

import org.jspecify.annotations.NullMarked;

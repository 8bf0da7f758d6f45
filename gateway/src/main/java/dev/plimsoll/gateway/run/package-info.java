/** {@code plimsoll run}: one client on our standard input and output, one server that we start. */
@NullMarked
package dev.plimsoll.gateway.run;

import org.jspecify.annotations.NullMarked;

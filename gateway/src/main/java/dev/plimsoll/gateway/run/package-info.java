/** {@code plimsoll run}: one client on standard input and output, and one server. */
@NullMarked
package dev.plimsoll.gateway.run;

import org.jspecify.annotations.NullMarked;

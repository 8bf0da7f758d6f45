/** Puts the servers of a client's configuration behind {@code plimsoll run} and takes them out again, touching nothing else in the file. */
@NullMarked
package dev.plimsoll.gateway.wrap;

import org.jspecify.annotations.NullMarked;

/**
 * Puts the servers of a client's configuration behind {@code plimsoll run} and removes them again, without other
 * changes to the file.
 */
@NullMarked
package dev.plimsoll.gateway.wrap;

import org.jspecify.annotations.NullMarked;

/**
 * Puts the servers in a client's configuration file behind {@code plimsoll run}, and restores them, without other
 * changes to the file.
 */
@NullMarked
package dev.plimsoll.gateway.wrap;

import org.jspecify.annotations.NullMarked;

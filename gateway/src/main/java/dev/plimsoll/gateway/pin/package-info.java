/**
 * Pins of tools. A pin stores the approved entry of a tool, and notices when the server lists another entry.
 * {@link PinRegistry} compares the listings in a running gateway with the pins; {@link PinFolder} shows and
 * changes the stored pins.
 */
@NullMarked
package dev.plimsoll.gateway.pin;

import org.jspecify.annotations.NullMarked;

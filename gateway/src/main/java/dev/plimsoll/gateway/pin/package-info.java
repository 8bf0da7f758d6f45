/**
 * Pins of tools. A pin stores the approved entry of a tool, so that a change of the entry is detected.
 * {@link PinRegistry} compares the listings in a running gateway with the pins; {@link PinFolder} shows and
 * changes the stored pins.
 */
@NullMarked
package dev.plimsoll.gateway.pin;

import org.jspecify.annotations.NullMarked;

/**
 * Pins of tools: what an operator has approved of each tool, and what has changed since. {@link PinRegistry} compares listings
 * with the pins of a running gateway; {@link PinFolder} shows and changes the stored pins.
 */
@NullMarked
package dev.plimsoll.gateway.pin;

import org.jspecify.annotations.NullMarked;

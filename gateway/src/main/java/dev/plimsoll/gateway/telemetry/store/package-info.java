/**
 * Stores telemetry entries, and their sums per minute, hour, and day, in a SQLite file that several processes
 * share.
 */
@NullMarked
package dev.plimsoll.gateway.telemetry.store;

import org.jspecify.annotations.NullMarked;

/**
 * Records a telemetry entry for each request. Entries are queued, and a separate thread writes them, so that
 * requests do not wait. {@code plimsoll run} uses only this package, and no database.
 */
@NullMarked
package dev.plimsoll.gateway.telemetry;

import org.jspecify.annotations.NullMarked;

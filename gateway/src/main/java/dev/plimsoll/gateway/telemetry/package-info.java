/**
 * Records one entry for each request outside the request path: entries are queued and written by a separate thread.
 * {@code run} uses only this package.
 */
@NullMarked
package dev.plimsoll.gateway.telemetry;

import org.jspecify.annotations.NullMarked;

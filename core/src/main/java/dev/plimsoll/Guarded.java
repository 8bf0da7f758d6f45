package dev.plimsoll;

import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.Receipt;

/**
 * What the client gets, and what happened.
 *
 * @param result the result object to send
 * @param receipt the same receipt that the listener got
 */
public record Guarded(Slice result, Receipt receipt) {}

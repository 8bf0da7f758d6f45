package dev.plimsoll.telemetry;

/**
 * Measurements of a tool listing that Plimsoll lengthened or shortened for a client.
 *
 * @param client name that the client sends; empty if it sends none
 * @param isModern whether the request has revision 2026-07-28 or later
 * @param addedTokens estimated tokens of the listing minus those of the server's listing; may be negative
 * @param nanos time spent inside Plimsoll
 */
public record ListingReceipt(
        String server, String caller, String client, boolean isModern, long addedTokens, long nanos) {}

package dev.plimsoll.telemetry;

/**
 * Numbers of a changed tool listing.
 *
 * @param client name that the client sends; empty if none
 * @param modern whether its request has revision 2026-07-28 or later
 * @param tokens estimated tokens that the listing has more than the server's; negative if fewer
 * @param nanos time spent inside Plimsoll
 */
public record ListingReceipt(String server, String caller, String client, boolean modern, long tokens, long nanos) {}

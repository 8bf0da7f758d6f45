package dev.plimsoll.telemetry;

/**
 * What was added to a listing of tools.
 *
 * @param client what the client calls itself; empty when it does not say
 * @param modern whether its request is one of 2026-07-28 or later
 * @param tokens how much dearer the listing is than that of the server, an estimate; negative when it is cheaper
 * @param nanos spent inside Plimsoll
 */
public record ListingReceipt(String server, String caller, String client, boolean modern, long tokens, long nanos) {}

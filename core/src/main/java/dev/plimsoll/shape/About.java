package dev.plimsoll.shape;

import java.time.Instant;

/**
 * What every answer about one result says of the whole.
 *
 * @param tool the tool it came from
 * @param readTool the tool that reads on, as this client lists it
 * @param tokens estimate of the whole result
 * @param bytes of the whole result
 * @param takenAt when it was kept
 * @param more what the result itself says of more upstream, or empty
 */
public record About(String tool, String readTool, long tokens, long bytes, Instant takenAt, String more) {}

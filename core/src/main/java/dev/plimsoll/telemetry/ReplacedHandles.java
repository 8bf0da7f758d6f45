package dev.plimsoll.telemetry;

/**
 * Values of earlier results that replaced handles in the arguments of a call. A model wrote only the handles,
 * not the values.
 *
 * @param count number of handles
 * @param bytes bytes of the values together
 * @param tokens tokens of the values, by the policy's count
 */
public record ReplacedHandles(long count, long bytes, long tokens) {

    /** Values of a call without handles. */
    public static final ReplacedHandles NONE = new ReplacedHandles(0, 0, 0);
}

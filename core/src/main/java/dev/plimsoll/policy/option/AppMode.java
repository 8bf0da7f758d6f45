package dev.plimsoll.policy.option;

/**
 * Handling of the part of a result that is for an app: unchanged, or shaped with the rest because the host
 * feeds it to its model.
 */
public enum AppMode {
    WHOLE,
    SHAPE
}

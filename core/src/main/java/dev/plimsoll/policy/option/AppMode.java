package dev.plimsoll.policy.option;

/** Handling of results for an app: unchanged, or shaped with the rest because the host feeds them to its model. */
public enum AppMode {
    WHOLE,
    SHAPE
}

package dev.plimsoll.policy;

/** Whether what is for an app passes whole, or is shaped with the rest because the host feeds it to its model. */
public enum AppMode {
    WHOLE,
    SHAPE
}

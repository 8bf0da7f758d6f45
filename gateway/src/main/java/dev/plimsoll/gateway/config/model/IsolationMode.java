package dev.plimsoll.gateway.config.model;

/** Who shares a connection to a server, and so the process of one that is started. */
public enum IsolationMode {
    /** Nobody: each session has its own; what has no session counts as its caller's. */
    SESSION,
    /** All sessions and requests of one caller. */
    CALLER,
    /** All. */
    SHARED
}

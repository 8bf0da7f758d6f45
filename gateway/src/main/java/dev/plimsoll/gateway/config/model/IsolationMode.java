package dev.plimsoll.gateway.config.model;

/** Sharing of server connections, including the processes of started servers. */
public enum IsolationMode {
    /** Each session has its own connection. Requests without a session use one for each caller. */
    SESSION,
    /** All sessions and requests of a caller share a connection. */
    CALLER,
    /** All callers share a connection. */
    SHARED
}

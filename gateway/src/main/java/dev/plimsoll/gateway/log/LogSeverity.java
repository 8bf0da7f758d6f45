package dev.plimsoll.gateway.log;

/** How much is said, from everything to nothing. */
public enum LogSeverity {
    DEBUG,
    INFO,
    WARN,
    ERROR,
    OFF
}

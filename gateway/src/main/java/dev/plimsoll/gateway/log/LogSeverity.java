package dev.plimsoll.gateway.log;

/** Severity of log lines, and the threshold for them. */
public enum LogSeverity {
    DEBUG,
    INFO,
    WARN,
    ERROR,
    OFF
}

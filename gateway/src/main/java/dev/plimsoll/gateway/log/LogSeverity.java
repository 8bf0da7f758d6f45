package dev.plimsoll.gateway.log;

/** Severity of log lines, and the threshold for them. {@code OFF} is only a threshold: then nothing is logged. */
public enum LogSeverity {
    DEBUG,
    INFO,
    WARN,
    ERROR,
    OFF
}

package dev.plimsoll.gateway.config.model;

/** From which level on something is logged. */
public enum LogLevel {
    OFF,
    ERROR,
    WARN,
    INFO,
    DEBUG
}

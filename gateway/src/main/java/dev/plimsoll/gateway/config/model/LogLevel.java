package dev.plimsoll.gateway.config.model;

/** Lowest severity that is logged. */
public enum LogLevel {
    OFF,
    ERROR,
    WARN,
    INFO,
    DEBUG
}

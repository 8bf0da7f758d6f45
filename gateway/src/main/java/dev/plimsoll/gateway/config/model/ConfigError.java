package dev.plimsoll.gateway.config.model;

/**
 * One thing that is wrong in a configuration, or (as a warning) only odd.
 *
 * @param path the key, such as {@code policy.ttl}; empty where a whole source is meant
 * @param where the place: {@code plimsoll.yaml:3:9}, {@code PLIMSOLL_PRESET} or {@code --budget}
 * @param message what is allowed and what was found; never a secret
 */
public record ConfigError(String path, String where, String message) {

    /** One line. */
    @Override
    public String toString() {
        String start = where.isEmpty() ? "" : where + ": ";
        return path.isEmpty() ? start + message : start + path + ": " + message;
    }
}

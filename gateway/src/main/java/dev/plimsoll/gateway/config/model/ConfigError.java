package dev.plimsoll.gateway.config.model;

/**
 * An error or a warning about a configuration.
 *
 * @param path the key, such as {@code policy.ttl}; empty for a whole source
 * @param position the position: {@code plimsoll.yaml:3:9}, {@code PLIMSOLL_PRESET}, or {@code --budget}
 * @param message what is wrong, such as the allowed and the actual value; never contains a secret
 */
public record ConfigError(String path, String position, String message) {

    /** Returns the error as one line. */
    @Override
    public String toString() {
        String start = position.isEmpty() ? "" : position + ": ";
        return path.isEmpty() ? start + message : start + path + ": " + message;
    }
}

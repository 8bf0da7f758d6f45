package dev.plimsoll.gateway.reload;

/**
 * A setting that differs in the new configuration.
 *
 * @param path path of the setting, such as {@code policy.maxTokens}
 * @param oldValue the old value, masked if it is secret
 * @param newValue the new value, masked if it is secret
 * @param isReloadable whether a running process can apply it
 */
public record ConfigChange(String path, String oldValue, String newValue, boolean isReloadable) {

    private static final int MAX_VALUE_LENGTH = 200;

    public ConfigChange {
        oldValue = truncate(oldValue);
        newValue = truncate(newValue);
    }

    /** Returns a copy that a running process can apply. */
    ConfigChange asReloadable() {
        return new ConfigChange(path, oldValue, newValue, true);
    }

    private static String truncate(String text) {
        return text.length() <= MAX_VALUE_LENGTH ? text : text.substring(0, MAX_VALUE_LENGTH) + "…";
    }

    @Override
    public String toString() {
        return path + ": " + oldValue + " -> " + newValue;
    }
}

package dev.plimsoll.gateway.config;

/**
 * A value given on the command line.
 *
 * @param option as it was typed, for messages: {@code --budget}
 * @param path the key it sets: {@code policy.tokenBudgetThreshold}
 */
public record Flag(String option, String path, String text) {

    public static Flag preset(String text) {
        return new Flag("--preset", "preset", text);
    }

    public static Flag budget(String text) {
        return new Flag("--budget", "policy.tokenBudgetThreshold", text);
    }

    public static Flag data(String text) {
        return new Flag("--data", "data", text);
    }

    public static Flag logLevel(String text) {
        return new Flag("--log-level", "logLevel", text);
    }

    public static Flag listen(String text) {
        return new Flag("--listen", "listen", text);
    }

    public static Flag insecure() {
        return new Flag("--insecure", "insecure", "true");
    }
}

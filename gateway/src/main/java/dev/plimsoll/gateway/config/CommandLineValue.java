package dev.plimsoll.gateway.config;

/**
 * A value given on the command line.
 *
 * @param option the option for messages, such as {@code --budget}
 * @param path the configuration key that the option sets, such as {@code policy.tokenBudgetThreshold}
 */
public record CommandLineValue(String option, String path, String text) {

    public static CommandLineValue preset(String text) {
        return new CommandLineValue("--preset", "preset", text);
    }

    public static CommandLineValue budget(String text) {
        return new CommandLineValue("--budget", "policy.tokenBudgetThreshold", text);
    }

    public static CommandLineValue data(String text) {
        return new CommandLineValue("--data", "data", text);
    }

    public static CommandLineValue logLevel(String text) {
        return new CommandLineValue("--log-level", "logLevel", text);
    }

    public static CommandLineValue listen(String text) {
        return new CommandLineValue("--listen", "listen", text);
    }

    public static CommandLineValue management(String text) {
        return new CommandLineValue("--management", "management", text);
    }

    public static CommandLineValue insecure() {
        return new CommandLineValue("--insecure", "insecure", "true");
    }
}

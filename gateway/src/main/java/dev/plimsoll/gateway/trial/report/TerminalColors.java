package dev.plimsoll.gateway.trial.report;

/** Terminal colors, which can be turned off. */
final class TerminalColors {

    private static final String RESET = "\u001b[0m";

    private final boolean isEnabled;

    TerminalColors(boolean isEnabled) {
        this.isEnabled = isEnabled;
    }

    String strong(String text) {
        return colorize("\u001b[1m", text);
    }

    String faint(String text) {
        return colorize("\u001b[2m", text);
    }

    String good(String text) {
        return colorize("\u001b[32m", text);
    }

    String bad(String text) {
        return colorize("\u001b[31m", text);
    }

    String warning(String text) {
        return colorize("\u001b[33m", text);
    }

    String title(String text) {
        return colorize("\u001b[1;36m", text);
    }

    String key(String text) {
        return colorize("\u001b[36m", text);
    }

    String string(String text) {
        return colorize("\u001b[32m", text);
    }

    String scalar(String text) {
        return colorize("\u001b[33m", text);
    }

    private String colorize(String code, String text) {
        return isEnabled && !text.isEmpty() ? code + text + RESET : text;
    }
}

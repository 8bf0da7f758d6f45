package dev.plimsoll.gateway.trial.view;

/** Terminal colors, which can be turned off. */
final class TerminalColors {

    private static final String RESET = "\u001b[0m";

    private final boolean colour;

    TerminalColors(boolean colour) {
        this.colour = colour;
    }

    String strong(String text) {
        return in("\u001b[1m", text);
    }

    String faint(String text) {
        return in("\u001b[2m", text);
    }

    String good(String text) {
        return in("\u001b[32m", text);
    }

    String bad(String text) {
        return in("\u001b[31m", text);
    }

    String warning(String text) {
        return in("\u001b[33m", text);
    }

    String title(String text) {
        return in("\u001b[1;36m", text);
    }

    String key(String text) {
        return in("\u001b[36m", text);
    }

    String string(String text) {
        return in("\u001b[32m", text);
    }

    String scalar(String text) {
        return in("\u001b[33m", text);
    }

    private String in(String code, String text) {
        return colour && !text.isEmpty() ? code + text + RESET : text;
    }
}

package dev.plimsoll.gateway.config;

/** Quotes text as one word for a shell. */
final class ShellWord {

    private ShellWord() {}

    static String of(String text) {
        return text.matches("[A-Za-z0-9_@%+=:,./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}

package dev.plimsoll.gateway.config;

/** A word as a shell takes it. */
final class ShellWord {

    private ShellWord() {}

    static String of(String text) {
        return text.matches("[A-Za-z0-9_@%+=:,./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}

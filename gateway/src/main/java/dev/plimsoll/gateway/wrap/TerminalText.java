package dev.plimsoll.gateway.wrap;

import java.util.regex.Pattern;

/** Makes text from files safe for a terminal and a shell. */
final class TerminalText {

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\x{80}-\\x{9f}&&[^\\t]]");
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9_./~:=@%+-]+");

    private TerminalText() {}

    static String plain(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }

    /** Returns one shell word. */
    static String word(String text) {
        String plain = plain(text);
        return HARMLESS.matcher(plain).matches() ? plain : "'" + plain.replace("'", "'\\''") + "'";
    }
}

package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.shell.ShellWord;
import java.util.regex.Pattern;

/** Makes text from files safe for a terminal and a shell. */
final class TerminalText {

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\x{80}-\\x{9f}&&[^\\t]]");

    private TerminalText() {}

    static String withoutControls(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }

    /** Returns one shell word. */
    static String shellWord(String text) {
        return ShellWord.quote(withoutControls(text));
    }
}

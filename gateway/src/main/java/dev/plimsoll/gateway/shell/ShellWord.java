package dev.plimsoll.gateway.shell;

import java.util.regex.Pattern;

/** Quotes text as one word of a command that a person copies. */
public final class ShellWord {

    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_@%+=:,./~-]+");
    private static final Pattern PLAIN_ON_WINDOWS = Pattern.compile("[\\p{L}\\p{N}_@+=:./\\\\~-]+");

    private ShellWord() {}

    /** Returns the word for the shells of this system. */
    public static String of(String text) {
        return System.getProperty("os.name", "").startsWith("Windows") ? onWindows(text) : onUnix(text);
    }

    static String onUnix(String text) {
        return PLAIN.matcher(text).matches() && !text.startsWith("~") ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    /** Quotes with marks that both cmd.exe and PowerShell know. */
    static String onWindows(String text) {
        return PLAIN_ON_WINDOWS.matcher(text).matches() ? text : '"' + text.replace("\"", "\\\"") + '"';
    }
}

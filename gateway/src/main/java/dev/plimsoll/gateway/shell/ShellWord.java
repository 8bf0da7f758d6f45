package dev.plimsoll.gateway.shell;

import java.util.regex.Pattern;

/** Quotes text as one word of a command line that a person can copy. */
public final class ShellWord {

    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_@%+=:,./~-]+");
    private static final Pattern PLAIN_ON_WINDOWS = Pattern.compile("[\\p{L}\\p{N}_@+=:./\\\\~-]+");

    private ShellWord() {}

    /** Returns the text as a word for the shells of this system, in quotes if necessary. */
    public static String quote(String text) {
        return System.getProperty("os.name", "").startsWith("Windows") ? quoteForWindows(text) : quoteForUnix(text);
    }

    static String quoteForUnix(String text) {
        return PLAIN.matcher(text).matches() && !text.startsWith("~") ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    /** Quotes with double quotes, which both cmd.exe and PowerShell understand. */
    static String quoteForWindows(String text) {
        return PLAIN_ON_WINDOWS.matcher(text).matches() ? text : '"' + text.replace("\"", "\\\"") + '"';
    }
}

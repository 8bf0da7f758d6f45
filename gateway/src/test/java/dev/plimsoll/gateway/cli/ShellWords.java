package dev.plimsoll.gateway.cli;

import java.util.regex.Pattern;

/** Splits a command into words as a shell does. Only simple single quotes are supported. */
public final class ShellWords {

    private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

    private ShellWords() {}

    public static String[] of(String command) {
        return WORD.matcher(command)
                .results()
                .map(word -> word.group().replace("'", ""))
                .toArray(String[]::new);
    }
}

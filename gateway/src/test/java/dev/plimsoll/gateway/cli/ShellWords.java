package dev.plimsoll.gateway.cli;

import java.util.regex.Pattern;

/** The words of a command as a shell takes them, where no quote stands inside of quotes. */
final class ShellWords {

    private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

    private ShellWords() {}

    static String[] of(String command) {
        return WORD.matcher(command)
                .results()
                .map(word -> word.group().replace("'", ""))
                .toArray(String[]::new);
    }
}

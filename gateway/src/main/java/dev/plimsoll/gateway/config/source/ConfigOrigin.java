package dev.plimsoll.gateway.config.source;

/**
 * Where something was written.
 *
 * @param source a file, a variable or an option
 * @param line from 1; 0 where there are no lines
 * @param column from 1, in code points
 */
public record ConfigOrigin(String source, int line, int column) {

    /** In a variable or an option. */
    public static ConfigOrigin of(String source) {
        return new ConfigOrigin(source, 0, 0);
    }

    /** Without the column, for comments. */
    public String brief() {
        return line == 0 ? source : source + ":" + line;
    }

    @Override
    public String toString() {
        return line == 0 ? source : source + ":" + line + ":" + column;
    }
}

package dev.plimsoll.gateway.config.source;

/**
 * Position of a value in its source.
 *
 * @param source a file, a variable, or an option
 * @param line from 1; 0 if the source has no lines
 * @param column from 1, in code points
 */
public record ConfigOrigin(String source, int line, int column) {

    /** Returns an origin without a line: for a value of a variable or an option, or for a whole file. */
    public static ConfigOrigin of(String source) {
        return new ConfigOrigin(source, 0, 0);
    }

    /** Returns the origin without the column, for comments. */
    public String withoutColumn() {
        return line == 0 ? source : source + ":" + line;
    }

    @Override
    public String toString() {
        return line == 0 ? source : source + ":" + line + ":" + column;
    }
}

package dev.plimsoll.format.patch;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file that a commit changes.
 *
 * @param path the path, as written
 * @param changes the number of changed lines, {@code Bin}, or a status such as {@code M}; null if the number has more
 *     than nine digits
 */
record GitFile(Slice path, @Nullable Slice changes) {

    private static final Pattern STAT = Pattern.compile(" (.+?) +\\| +(?:(\\d{1,9}|Bin)\\b.*|\\d+ *[+-]*)");
    private static final Pattern STATUS = Pattern.compile("([ACDMRTUXB]\\d{0,3})\\t(.+)");
    private static final Pattern SUMMARY = Pattern.compile(" \\d+ files? changed.*");

    /** Parses a line of {@code --stat} or {@code --name-status}; null if it is neither. */
    static @Nullable GitFile parse(Slice line) {
        GitFile plainStat = parsePlainStat(line);
        if (plainStat != null) {
            return plainStat;
        }
        String text = line.utf8();
        Matcher stat = STAT.matcher(text);
        if (stat.matches()) {
            return new GitFile(Slice.of(stat.group(1)), stat.group(2) == null ? null : Slice.of(stat.group(2)));
        }
        Matcher status = STATUS.matcher(text);
        return status.matches() ? new GitFile(Slice.of(status.group(2)), Slice.of(status.group(1))) : null;
    }

    /**
     * Parses a usual line of {@code --stat} without a regular expression: a path, a bar, blanks, and a number. Returns
     * null for any other line.
     */
    private static @Nullable GitFile parsePlainStat(Slice line) {
        int bar = PlainLine.indexOf(line, '|', 0);
        boolean hasOneBar = bar > 3
                && bar < line.length()
                && line.at(0) == ' '
                && line.at(1) != ' '
                && PlainLine.isPlain(line)
                && PlainLine.indexOf(line, '|', bar + 1) == line.length();
        if (!hasOneBar || line.at(bar - 1) != ' ') {
            return null;
        }
        int pathEnd = bar - 1;
        while (line.at(pathEnd - 1) == ' ') {
            pathEnd--;
        }
        int countStart = PlainLine.endOfBlanks(line, bar + 1);
        int countEnd = PlainLine.endOfDigits(line, countStart);
        boolean isNumber = countStart > bar + 1
                && countEnd > countStart
                && (countEnd == line.length() || line.at(countEnd) == ' ');
        return isNumber ? new GitFile(line.sub(1, pathEnd), line.sub(countStart, countEnd)) : null;
    }

    /** Returns whether a line is the summary of all files. */
    static boolean isSummary(Slice line) {
        return SUMMARY.matcher(line.utf8()).matches();
    }

    void write(JsonWriter json) {
        json.beginObject().string("path", path);
        if (changes != null && changes.at(0) >= '0' && changes.at(0) <= '9') {
            json.number("changes", PlainLine.parseNumber(changes, 0, changes.length()));
        } else if (changes != null) {
            json.string("changes", changes);
        }
        json.endObject();
    }
}

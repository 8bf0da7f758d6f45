package dev.plimsoll.view;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Number of lines or items that a search shows before and after each match. */
public record MatchContext(int before, int after) {

    public static final MatchContext NONE = new MatchContext(0, 0);

    /** Maximum number of lines or items on each side of a match. */
    public static final int MAX = 100;

    private static final Pattern SIDES = Pattern.compile("\\s*([0-9]{1,4})\\s*(?:,\\s*([0-9]{1,4})\\s*)?");

    /** Parses one number for both sides, or {@code before,after}; returns null if the text is neither. */
    static @Nullable MatchContext parse(String text) {
        Matcher sides = SIDES.matcher(text);
        if (!sides.matches()) {
            return null;
        }
        int before = Integer.parseInt(sides.group(1));
        int after = sides.group(2) == null ? before : Integer.parseInt(sides.group(2));
        return before > MAX || after > MAX ? null : new MatchContext(before, after);
    }

    public boolean isNone() {
        return before == 0 && after == 0;
    }

    @Override
    public String toString() {
        return before + "," + after;
    }
}

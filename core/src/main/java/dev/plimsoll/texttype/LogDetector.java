package dev.plimsoll.texttype;

import dev.plimsoll.json.Slice;
import java.util.List;

/** Recognizes logs: lines, or groups of lines, that begin with a time or a level. */
final class LogDetector {

    private static final String[] LEVELS = {
        "TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "SEVERE", "CRITICAL", "FATAL"
    };
    private static final String[] CONTINUATIONS = {
        "at ", "Caused by:", "Traceback ", "...", "Suppressed:", "}", "]", ")"
    };
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

    /** Maximum offset of the time in a line. An address or a host may stand before it. */
    private static final int MAX_TIME_OFFSET = 64;

    private LogDetector() {}

    /** Returns whether most lines begin or continue an entry, and the first line or one line in five begins one. */
    static boolean isLog(List<String> lines) {
        int entries = 0;
        int continuations = 0;
        for (String line : lines) {
            if (isEntryStart(line)) {
                entries++;
            } else if (entries > 0 && isContinuation(line)) {
                continuations++;
            }
        }
        boolean startsWithEntry = isEntryStart(lines.get(0)) || 5 * entries >= lines.size();
        return entries > 0 && startsWithEntry && 10 * (entries + continuations) >= 8 * lines.size();
    }

    /**
     * Returns whether lines that look like a log are rows of a table whose first column is a time: the first
     * line is a header, or fewer than half of the lines have a level.
     */
    static boolean areTableRows(List<String> lines) {
        if (!isEntryStart(lines.get(0))) {
            return true;
        }
        int levels = 0;
        for (String line : lines) {
            levels += hasLevel(line) ? 1 : 0;
        }
        return 2 * levels < lines.size();
    }

    private static boolean isEntryStart(String line) {
        return hasLevelAtStart(line)
                || isConsoleMessage(line)
                || RequestLine.status(Slice.of(line)) != RequestLine.NOT_A_REQUEST
                || isDmesg(line)
                || hasKeyAtStart(line)
                || isKlog(line)
                || hasTime(line);
    }

    private static boolean isContinuation(String line) {
        if (line.charAt(0) == ' ' || line.charAt(0) == '\t') {
            return true;
        }
        for (String start : CONTINUATIONS) {
            if (line.startsWith(start)) {
                return true;
            }
        }
        int colon = line.indexOf(':');
        String textBeforeColon = colon < 0 ? line : line.substring(0, colon);
        return textBeforeColon.indexOf(' ') < 0
                && (textBeforeColon.endsWith("Exception") || textBeforeColon.endsWith("Error"));
    }

    /** Returns whether the line has a time {@code 12:34:56}, after a date or at most one character. */
    private static boolean hasTime(String line) {
        int colon = line.indexOf(':');
        int maxOffset = colon < 0 ? 0 : Math.min(MAX_TIME_OFFSET, line.length() - 7);
        for (int i = Math.max(0, colon - 2); i < maxOffset; i++) {
            if (isTime(line, i) && (i < 2 || hasDateBefore(line, i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTime(String line, int offset) {
        return isTwoDigits(line, offset)
                && line.charAt(offset + 2) == ':'
                && isTwoDigits(line, offset + 3)
                && line.charAt(offset + 5) == ':'
                && isTwoDigits(line, offset + 6)
                && (offset == 0 || !isDigit(line.charAt(offset - 1)));
    }

    /** Returns whether a date ends one character before the time: digits, or a day after the name of a month. */
    private static boolean hasDateBefore(String line, int timeStart) {
        int end = timeStart - 1;
        if (end < 4 || !isDigit(line.charAt(end - 1))) {
            return false;
        }
        int start = end;
        while (start > 0 && isDateCharacter(line.charAt(start - 1))) {
            start--;
        }
        int length = end - start;
        return (length >= 8 && length <= 11) || (length <= 2 && hasMonthBefore(line, start));
    }

    private static boolean isDateCharacter(char c) {
        return isDigit(c) || c == '-' || c == '/' || c == '.' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    }

    private static boolean hasMonthBefore(String line, int dayStart) {
        String textBeforeDay = line.substring(0, dayStart).stripTrailing();
        return textBeforeDay.length() >= 3 && MONTHS.contains(textBeforeDay.substring(textBeforeDay.length() - 3));
    }

    private static boolean hasLevelAtStart(String line) {
        if ("[<TDINWESCFtdinwescf".indexOf(line.charAt(0)) < 0) {
            return false;
        }
        String withoutBracket = line.charAt(0) == '[' || line.charAt(0) == '<'
                ? line.substring(1).stripLeading()
                : line;
        for (String level : LEVELS) {
            if (withoutBracket.regionMatches(true, 0, level, 0, level.length())
                    && withoutBracket.length() > level.length()
                    && isLevelEnd(withoutBracket, level.length(), line.charAt(0) == '[')) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the level is marked by punctuation or capitals: in prose, "Error" or "info" may begin a sentence. */
    private static boolean isLevelEnd(String text, int levelEnd, boolean isBracketed) {
        char c = text.charAt(levelEnd);
        if (c == ']' || c == '>') {
            return true;
        }
        return !isBracketed
                && (c == ':' || c == '|' || c == '\t' || (c == ' ' && Character.isUpperCase(text.charAt(1))));
    }

    /** Returns whether the line is a message of a browser's console: {@code [LOG] text}, {@code msgid=7 [warn] text}. */
    private static boolean isConsoleMessage(String line) {
        int space = line.indexOf(' ');
        boolean hasId = line.startsWith("msgid=") && space > 0 && space + 3 < line.length();
        String withoutId = hasId ? line.substring(space + 1) : line;
        return withoutId.regionMatches(true, 0, "[log] ", 0, 6) || (hasId && hasLevelAtStart(withoutId));
    }

    private static boolean hasLevel(String line) {
        for (String level : LEVELS) {
            if (line.contains(level)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the line begins with {@code [   12.345678]}. */
    private static boolean isDmesg(String line) {
        int close = line.indexOf(']');
        if (line.charAt(0) != '[' || close < 0) {
            return false;
        }
        String inside = line.substring(1, close).strip();
        int dot = inside.indexOf('.');
        return dot > 0 && inside.length() - dot > 3 && isAllOf(inside, "0123456789.");
    }

    /** Returns whether the line begins with a level and a time such as {@code I0102 15:04:05.000000}. */
    private static boolean isKlog(String line) {
        return line.length() > 14
                && "IWEF".indexOf(line.charAt(0)) >= 0
                && isTwoDigits(line, 1)
                && isTwoDigits(line, 3)
                && line.charAt(5) == ' '
                && isTime(line, 6);
    }

    static boolean isAllOf(String text, String characters) {
        for (int i = 0; i < text.length(); i++) {
            if (characters.indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasKeyAtStart(String line) {
        return line.startsWith("time=") || line.startsWith("ts=") || line.startsWith("level=");
    }

    private static boolean isTwoDigits(String line, int offset) {
        return isDigit(line.charAt(offset)) && isDigit(line.charAt(offset + 1));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}

package dev.plimsoll.shape.outline.text;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.texttype.RequestLine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The time, the level, and the source at the beginning of a line of a log, in the forms of common loggers: ISO times,
 * brackets, logfmt, klog, syslog, and the access logs of web servers.
 */
final class LogEntry {

    /** Spellings of the levels, in the order of {@link #LEVELS}. */
    private static final List<List<String>> SPELLINGS = List.of(
            List.of("FATAL", "CRITICAL", "EMERG", "ALERT", "PANIC", "CRIT"),
            List.of("ERROR", "SEVERE", "ERR"),
            List.of("WARNING", "WARN"),
            List.of("NOTICE"),
            List.of("INFO", "LOG"),
            List.of("DEBUG", "FINE"),
            List.of("TRACE", "FINEST"));

    static final List<String> LEVELS = List.of("FATAL", "ERROR", "WARN", "NOTICE", "INFO", "DEBUG", "TRACE");

    private static final byte[][][] WORDS = SPELLINGS.stream()
            .map(words -> words.stream().map(Utf8::encode).toArray(byte[][]::new))
            .toArray(byte[][][]::new);
    private static final List<byte[]> LEVEL_KEYS = keys("level=", "lvl=", "severity=");
    private static final List<byte[]> TIME_KEYS = keys("time=", "ts=", "timestamp=", "t=");
    private static final List<byte[]> SOURCE_KEYS =
            keys("logger=", "component=", "source=", "service=", "module=", "app=", "caller=");
    private static final byte[] MESSAGE_ID = Utf8.encode("msgid=");
    private static final String KLOG_LETTERS = "FEWI";
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

    /** Number of bytes at the beginning of a line in which time, level, and source are searched. */
    private static final int SEARCHED_BYTES = 160;

    private static final int MAX_WORDS_BEFORE_LEVEL = 4;

    private final byte[] b;
    private final int end;
    private final LineBytes line;
    private int at;
    private @Nullable Slice time;
    private @Nullable Slice source;
    private int level = -1;
    private int status;
    private int headEnd;

    private LogEntry(byte[] b, int from, int to) {
        this.b = b;
        this.at = from;
        this.end = Math.min(to, from + SEARCHED_BYTES);
        this.line = new LineBytes(b, end);
    }

    private static List<byte[]> keys(String... keys) {
        return List.of(keys).stream().map(Utf8::encode).toList();
    }

    /** Parses the beginning of a line. */
    static LogEntry of(Slice line) {
        LogEntry entry = new LogEntry(line.bytes(), line.from(), line.to());
        int requestStatus = RequestLine.status(line);
        if (requestStatus == RequestLine.NONE) {
            entry.parse();
        } else {
            entry.status = requestStatus;
        }
        return entry;
    }

    /** Returns the time as it was written; null if there is none. */
    @Nullable Slice time() {
        return time;
    }

    /** Returns the program, component, or file that wrote the entry; null if there is none. */
    @Nullable Slice source() {
        return source;
    }

    /** Returns the index in {@link #LEVELS}; -1 if there is no level. */
    int level() {
        return level;
    }

    /**
     * Returns the offset, in the array of the line, after the time, the level, and the source; the start of the line
     * if there are none.
     */
    int headEnd() {
        boolean isBehind = source != null && source.to() > at;
        return Math.max(Math.max(at, headEnd), isBehind && source != null ? source.to() : 0);
    }

    /** Returns the status of a request in an access log, or in a list of a browser's requests; 0 if there is none. */
    int status() {
        return status;
    }

    private void parse() {
        if (at == end || b[at] == ' ' || b[at] == '\t') {
            return;
        }
        if (at + MESSAGE_ID.length < end && line.matches(MESSAGE_ID, at)) {
            // a message of a browser's console
            skipWord();
        }
        if (parseKlog() || parseAccess() || parseLogfmt()) {
            return;
        }
        boolean isSyslog = parseSyslogTime();
        if (isSyslog) {
            // the host
            skipWord();
        }
        for (int words = 0; words < 6 && at < end && parseHead(); words++) {
            skipSpaces();
        }
        if (isSyslog || time != null || level >= 0) {
            Slice named = findNamedSource();
            // a name in brackets may be a thread, so a name after the head is a better source
            source = named == null ? source : named;
        }
        if (level < 0 && time != null) {
            findLaterLevel();
        }
    }

    /** Finds a level in capital letters after one or two names, as in {@code time - name - LEVEL - message}. */
    private void findLaterLevel() {
        int from = at;
        for (int words = 0; words < MAX_WORDS_BEFORE_LEVEL && from < end; words++) {
            int wordEnd = line.endOfWord(from);
            boolean isBracketed = b[from] == '[' && wordEnd - from > 2 && b[line.trimmedEnd(from, wordEnd) - 1] == ']';
            int found = isBracketed
                    ? levelOf(from + 1, line.trimmedEnd(from, wordEnd) - 1, false)
                    : levelOf(from, line.trimmedEnd(from, wordEnd), false);
            if (found >= 0) {
                level = found;
                headEnd = wordEnd;
                boolean isNamed = source == null && line.isName(at, line.endOfWord(at)) && from > at;
                source = isNamed ? new Slice(b, at, line.endOfWord(at)) : source;
                return;
            }
            from = wordEnd + 1;
        }
    }

    /** Reads one part of the head of a line: a time, a level, or text in brackets. Returns whether there was one. */
    private boolean parseHead() {
        if (b[at] == '[' || b[at] == '<' || b[at] == '(') {
            return parseBrackets();
        }
        int timeEnd = time == null ? endOfTime(at, end) : -1;
        if (timeEnd > 0) {
            time = new Slice(b, at, timeEnd);
            at = timeEnd;
            skipAny(",|");
            return true;
        }
        int wordEnd = line.endOfWord(at);
        int colon = line.indexOf(':', at);
        int levelEnd = colon > at && colon < wordEnd ? colon : line.trimmedEnd(at, wordEnd);
        int found = level < 0 ? levelOf(at, levelEnd, false) : -1;
        if (found >= 0) {
            level = found;
            at = colon == levelEnd ? colon + 1 : wordEnd;
            return true;
        }
        boolean isSeparator = line.isAllDashes(at, wordEnd) || (wordEnd == at + 1 && (b[at] == '|' || b[at] == ':'));
        boolean isNumber = line.isAllDigits(at, wordEnd);
        if (isSeparator || (isNumber && time != null)) {
            at = wordEnd;
            return true;
        }
        return false;
    }

    private boolean parseBrackets() {
        char close = b[at] == '[' ? ']' : b[at] == '<' ? '>' : ')';
        int to = line.indexOf(close, at);
        if (to < 0) {
            return false;
        }
        int from = at + 1;
        while (from < to && b[from] == ' ') {
            from++;
        }
        int inside = to;
        while (inside > from && b[inside - 1] == ' ') {
            inside--;
        }
        int timeEnd = time == null ? endOfTime(from, inside) : -1;
        int found = level < 0 ? levelOf(from, inside, true) : -1;
        if (timeEnd == inside) {
            time = new Slice(b, from, inside);
        } else if (found >= 0) {
            level = found;
        } else if (source == null && (time != null || level >= 0) && line.isName(from, inside)) {
            source = new Slice(b, from, inside);
        }
        at = to + 1;
        skipAny(":");
        return true;
    }

    /** Returns a name before a colon, before a dash, or with a process id in brackets. */
    private @Nullable Slice findNamedSource() {
        int from = at;
        int i = from;
        while (i < end && LineBytes.isNameByte(b[i])) {
            i++;
        }
        int nameEnd = i;
        if (i < end && b[i] == '[') {
            int close = line.indexOf(']', i);
            i = close < 0 ? i : close + 1;
        }
        boolean followsColon = level >= 0 && from > 0 && b[from - 1] == ':';
        boolean isNamed = i < end && b[i] == ':' && (i + 1 == end || b[i + 1] == ' ' || followsColon);
        while (i + 2 < end && b[i] == ' ' && b[i + 1] == ' ') {
            i++;
        }
        boolean isDashed = i + 2 < end && b[i] == ' ' && (b[i + 1] == '-' || b[i + 1] == ':') && b[i + 2] == ' ';
        return (isNamed || isDashed) && line.isName(from, nameEnd) ? new Slice(b, from, nameEnd) : null;
    }

    /** Reads {@code I0102 15:04:05.000000 123 file.go:12]}. */
    private boolean parseKlog() {
        int letter = KLOG_LETTERS.indexOf(b[at]);
        if (letter < 0
                || end - at < 20
                || !line.isAllDigits(at + 1, at + 5)
                || b[at + 5] != ' '
                || !line.isClock(at + 6)) {
            return false;
        }
        level = letter < 3 ? letter : LEVELS.indexOf("INFO");
        int timeEnd = line.endOfWord(at + 6);
        time = new Slice(b, at + 1, timeEnd);
        int close = line.indexOf(']', timeEnd);
        headEnd = Math.max(timeEnd, close + 1);
        if (close > 0) {
            int from = close;
            while (from > timeEnd && b[from - 1] != ' ') {
                from--;
            }
            int colon = line.indexOf(':', from);
            if (colon > from && colon < close) {
                source = new Slice(b, from, colon);
            }
        }
        return true;
    }

    /** Reads {@code host - user [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.1" 200}. */
    private boolean parseAccess() {
        int open = line.indexOf('[', at);
        int close = open < 0 ? -1 : line.indexOf(']', open);
        boolean isTime = close - open > 20
                && b[open + 3] == '/'
                && b[open + 7] == '/'
                && b[open + 12] == ':'
                && line.isClock(open + 13);
        if (!isTime) {
            return false;
        }
        time = new Slice(b, open + 1, close);
        headEnd = close + 1;
        source = new Slice(b, at, line.endOfWord(at));
        int quote = line.indexOf('"', close);
        int closing = quote < 0 ? -1 : line.indexOf('"', quote + 1);
        if (closing > 0 && closing + 5 <= end && line.isAllDigits(closing + 2, closing + 5)) {
            status = (b[closing + 2] - '0') * 100 + (b[closing + 3] - '0') * 10 + b[closing + 4] - '0';
        }
        return true;
    }

    /** Reads {@code time=… level=… logger=…} in any order. */
    private boolean parseLogfmt() {
        int i = at;
        int wordEnd = line.endOfWord(i);
        int equals = line.indexOf('=', i);
        if (equals < 0 || equals >= wordEnd) {
            return false;
        }
        while (i < end) {
            int valueTo = addPair(i);
            i = Math.max(valueTo, line.endOfWord(i)) + 1;
        }
        return time != null || level >= 0;
    }

    private int addPair(int from) {
        Slice foundTime = valueOf(TIME_KEYS, from);
        Slice foundLevel = valueOf(LEVEL_KEYS, from);
        Slice foundSource = valueOf(SOURCE_KEYS, from);
        if (foundTime != null && time == null) {
            time = foundTime;
        } else if (foundLevel != null && level < 0) {
            level = levelOf(foundLevel.from(), foundLevel.to(), true);
        } else if (foundSource != null && source == null) {
            source = foundSource;
        }
        Slice any = foundTime == null ? foundLevel == null ? foundSource : foundLevel : foundTime;
        return any == null ? from : any.to();
    }

    private @Nullable Slice valueOf(List<byte[]> keys, int from) {
        for (byte[] key : keys) {
            if (from + key.length < end && line.matches(key, from)) {
                int start = from + key.length;
                boolean isQuoted = b[start] == '"';
                int to = isQuoted ? line.indexOf('"', start + 1) : line.endOfWord(start);
                return to < 0 ? null : new Slice(b, isQuoted ? start + 1 : start, to);
            }
        }
        return null;
    }

    /** Reads {@code Jan  2 15:04:05} after an optional priority. */
    private boolean parseSyslogTime() {
        int from = at;
        if (b[from] == '<') {
            int close = line.indexOf('>', from);
            if (close > 0 && line.isAllDigits(from + 1, close)) {
                from = close + 1;
            }
        }
        if (end - from < 15 || b[from + 3] != ' ' || b[from + 6] != ' ' || !line.isClock(from + 7)) {
            return false;
        }
        String month = new Slice(b, from, from + 3).utf8();
        if (!MONTHS.contains(month)) {
            return false;
        }
        time = new Slice(b, from, from + 15);
        at = from + 15;
        skipSpaces();
        return true;
    }

    /** Returns the end of a date with a time; -1 if there is none. */
    private int endOfTime(int from, int to) {
        boolean isDate = to - from >= 19
                && line.isAllDigits(from, from + 4)
                && (b[from + 4] == '-' || b[from + 4] == '/')
                && b[from + 7] == b[from + 4]
                && (b[from + 10] == 'T' || b[from + 10] == ' ')
                && line.isClock(from + 11);
        if (!isDate) {
            return -1;
        }
        int i = from + 19;
        while (i < to
                && (LineBytes.isDigit(b[i])
                        || b[i] == '.'
                        || b[i] == ','
                        || b[i] == ':'
                        || b[i] == '+'
                        || b[i] == 'Z')) {
            i++;
        }
        if (i < to && b[i] == '-' && i + 4 < to && line.isAllDigits(i + 1, i + 3)) {
            i = line.endOfWord(i);
        }
        // a separator after the time is no part of it
        while (i > from + 19 && (b[i - 1] == ',' || b[i - 1] == ':')) {
            i--;
        }
        return Math.min(i, to);
    }

    private int levelOf(int from, int to, boolean anyCase) {
        for (int i = 0; to - from >= 3 && i < WORDS.length; i++) {
            for (byte[] word : WORDS[i]) {
                if (to - from == word.length && matchesLevel(word, from, anyCase)) {
                    return i;
                }
            }
        }
        return -1;
    }

    private boolean matchesLevel(byte[] word, int from, boolean anyCase) {
        for (int i = 0; i < word.length; i++) {
            byte c = b[from + i];
            if (c != word[i] && !(anyCase && c == (word[i] | 0x20))) {
                return false;
            }
        }
        return true;
    }

    private void skipWord() {
        at = line.endOfWord(at);
        skipSpaces();
    }

    private void skipSpaces() {
        while (at < end && (b[at] == ' ' || b[at] == '\t')) {
            at++;
        }
    }

    private void skipAny(String separators) {
        if (at < end && separators.indexOf(b[at]) >= 0) {
            at++;
        }
    }
}

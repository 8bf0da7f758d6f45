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

    private static final byte[][][] SPELLING_BYTES = SPELLINGS.stream()
            .map(words -> words.stream().map(Utf8::encode).toArray(byte[][]::new))
            .toArray(byte[][][]::new);
    private static final List<byte[]> LEVEL_KEYS = keys("level=", "lvl=", "severity=");
    private static final List<byte[]> TIME_KEYS = keys("time=", "ts=", "timestamp=", "t=");
    private static final List<byte[]> SOURCE_KEYS =
            keys("logger=", "component=", "source=", "service=", "module=", "app=", "caller=");
    private static final byte[] MESSAGE_ID = Utf8.encode("msgid=");
    /** First letters of the levels FATAL, ERROR, WARN, and INFO. */
    private static final String KLOG_LETTERS = "FEWI";

    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

    /** Number of bytes at the beginning of a line in which time, level, and source are searched. */
    private static final int SEARCHED_BYTES = 160;

    /** Number of words after the head in which {@link #findLaterLevel} searches. */
    private static final int SEARCHED_WORDS = 4;

    private final byte[] bytes;
    private final int end;
    private final LineBytes line;
    private int position;
    private @Nullable Slice time;
    private @Nullable Slice source;
    private int level = -1;
    private int status;
    private int headEnd;

    private LogEntry(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.position = from;
        this.end = Math.min(to, from + SEARCHED_BYTES);
        this.line = new LineBytes(bytes, end);
    }

    private static List<byte[]> keys(String... keys) {
        return List.of(keys).stream().map(Utf8::encode).toList();
    }

    /** Parses the beginning of a line. */
    static LogEntry of(Slice line) {
        LogEntry entry = new LogEntry(line.bytes(), line.from(), line.to());
        int requestStatus = RequestLine.status(line);
        if (requestStatus == RequestLine.NOT_A_REQUEST) {
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
        int sourceEnd = source == null ? 0 : source.to();
        return Math.max(Math.max(position, headEnd), sourceEnd);
    }

    /** Returns the status of a request in an access log, or in a list of a browser's requests; 0 if there is none. */
    int status() {
        return status;
    }

    private void parse() {
        if (position == end || bytes[position] == ' ' || bytes[position] == '\t') {
            return;
        }
        if (position + MESSAGE_ID.length < end && line.matches(MESSAGE_ID, position)) {
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
        for (int words = 0; words < 6 && position < end && parseHeadPart(); words++) {
            skipSpaces();
        }
        if (isSyslog || time != null || level >= 0) {
            Slice namedSource = findNamedSource();
            // a name in brackets may be a thread, so a name after the head is a better source
            source = namedSource == null ? source : namedSource;
        }
        if (level < 0 && time != null) {
            findLaterLevel();
        }
    }

    /** Finds a level in capital letters in the next words: {@code time - name - LEVEL - message}. */
    private void findLaterLevel() {
        int from = position;
        for (int words = 0; words < SEARCHED_WORDS && from < end; words++) {
            int wordEnd = line.endOfWord(from);
            boolean isBracketed =
                    bytes[from] == '[' && wordEnd - from > 2 && bytes[line.trimmedEnd(from, wordEnd) - 1] == ']';
            int foundLevel = isBracketed
                    ? levelOf(from + 1, line.trimmedEnd(from, wordEnd) - 1, false)
                    : levelOf(from, line.trimmedEnd(from, wordEnd), false);
            if (foundLevel >= 0) {
                level = foundLevel;
                headEnd = wordEnd;
                boolean isNamed = source == null && line.isName(position, line.endOfWord(position)) && from > position;
                source = isNamed ? new Slice(bytes, position, line.endOfWord(position)) : source;
                return;
            }
            from = wordEnd + 1;
        }
    }

    /** Reads one part of the head of a line: a time, a level, or text in brackets. Returns whether there was one. */
    private boolean parseHeadPart() {
        if (bytes[position] == '[' || bytes[position] == '<' || bytes[position] == '(') {
            return parseBrackets();
        }
        int timeEnd = time == null ? endOfTime(position, end) : -1;
        if (timeEnd > 0) {
            time = new Slice(bytes, position, timeEnd);
            position = timeEnd;
            skipAny(",|");
            return true;
        }
        int wordEnd = line.endOfWord(position);
        int colon = line.indexOf(':', position);
        int levelEnd = colon > position && colon < wordEnd ? colon : line.trimmedEnd(position, wordEnd);
        int foundLevel = level < 0 ? levelOf(position, levelEnd, false) : -1;
        if (foundLevel >= 0) {
            level = foundLevel;
            position = colon == levelEnd ? colon + 1 : wordEnd;
            return true;
        }
        boolean isSeparator = line.isAllDashes(position, wordEnd)
                || (wordEnd == position + 1 && (bytes[position] == '|' || bytes[position] == ':'));
        boolean isNumber = line.isAllDigits(position, wordEnd);
        if (isSeparator || (isNumber && time != null)) {
            position = wordEnd;
            return true;
        }
        return false;
    }

    private boolean parseBrackets() {
        char close = bytes[position] == '[' ? ']' : bytes[position] == '<' ? '>' : ')';
        int closeBracket = line.indexOf(close, position);
        if (closeBracket < 0) {
            return false;
        }
        int textStart = position + 1;
        while (textStart < closeBracket && bytes[textStart] == ' ') {
            textStart++;
        }
        int textEnd = closeBracket;
        while (textEnd > textStart && bytes[textEnd - 1] == ' ') {
            textEnd--;
        }
        int timeEnd = time == null ? endOfTime(textStart, textEnd) : -1;
        int foundLevel = level < 0 ? levelOf(textStart, textEnd, true) : -1;
        if (timeEnd == textEnd) {
            time = new Slice(bytes, textStart, textEnd);
        } else if (foundLevel >= 0) {
            level = foundLevel;
        } else if (source == null && (time != null || level >= 0) && line.isName(textStart, textEnd)) {
            source = new Slice(bytes, textStart, textEnd);
        }
        position = closeBracket + 1;
        skipAny(":");
        return true;
    }

    /** Returns a name before a colon, before a dash, or with a process id in brackets. */
    private @Nullable Slice findNamedSource() {
        int nameStart = position;
        int i = nameStart;
        while (i < end && LineBytes.isNameByte(bytes[i])) {
            i++;
        }
        int nameEnd = i;
        if (i < end && bytes[i] == '[') {
            int closeBracket = line.indexOf(']', i);
            i = closeBracket < 0 ? i : closeBracket + 1;
        }
        // LEVEL:name:message, the default form of Python
        boolean isAfterColon = level >= 0 && nameStart > 0 && bytes[nameStart - 1] == ':';
        boolean isNamed = i < end && bytes[i] == ':' && (i + 1 == end || bytes[i + 1] == ' ' || isAfterColon);
        while (i + 2 < end && bytes[i] == ' ' && bytes[i + 1] == ' ') {
            i++;
        }
        boolean isDashed =
                i + 2 < end && bytes[i] == ' ' && (bytes[i + 1] == '-' || bytes[i + 1] == ':') && bytes[i + 2] == ' ';
        return (isNamed || isDashed) && line.isName(nameStart, nameEnd) ? new Slice(bytes, nameStart, nameEnd) : null;
    }

    /** Reads {@code I0102 15:04:05.000000 123 file.go:12]}. */
    private boolean parseKlog() {
        int letter = KLOG_LETTERS.indexOf(bytes[position]);
        if (letter < 0
                || end - position < 20
                || !line.isAllDigits(position + 1, position + 5)
                || bytes[position + 5] != ' '
                || !line.isClock(position + 6)) {
            return false;
        }
        level = letter < 3 ? letter : LEVELS.indexOf("INFO");
        int timeEnd = line.endOfWord(position + 6);
        time = new Slice(bytes, position + 1, timeEnd);
        int closeBracket = line.indexOf(']', timeEnd);
        headEnd = Math.max(timeEnd, closeBracket + 1);
        if (closeBracket > 0) {
            int sourceStart = closeBracket;
            while (sourceStart > timeEnd && bytes[sourceStart - 1] != ' ') {
                sourceStart--;
            }
            int colon = line.indexOf(':', sourceStart);
            if (colon > sourceStart && colon < closeBracket) {
                source = new Slice(bytes, sourceStart, colon);
            }
        }
        return true;
    }

    /** Reads {@code host - user [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.1" 200}. */
    private boolean parseAccess() {
        int openBracket = line.indexOf('[', position);
        int closeBracket = openBracket < 0 ? -1 : line.indexOf(']', openBracket);
        boolean isTime = closeBracket - openBracket > 20
                && bytes[openBracket + 3] == '/'
                && bytes[openBracket + 7] == '/'
                && bytes[openBracket + 12] == ':'
                && line.isClock(openBracket + 13);
        if (!isTime) {
            return false;
        }
        time = new Slice(bytes, openBracket + 1, closeBracket);
        headEnd = closeBracket + 1;
        source = new Slice(bytes, position, line.endOfWord(position));
        int quote = line.indexOf('"', closeBracket);
        int closingQuote = quote < 0 ? -1 : line.indexOf('"', quote + 1);
        if (closingQuote > 0 && closingQuote + 5 <= end && line.isAllDigits(closingQuote + 2, closingQuote + 5)) {
            status = (bytes[closingQuote + 2] - '0') * 100
                    + (bytes[closingQuote + 3] - '0') * 10
                    + bytes[closingQuote + 4]
                    - '0';
        }
        return true;
    }

    /** Reads {@code time=… level=… logger=…} in any order. */
    private boolean parseLogfmt() {
        int i = position;
        int wordEnd = line.endOfWord(i);
        int equalsSign = line.indexOf('=', i);
        if (equalsSign < 0 || equalsSign >= wordEnd) {
            return false;
        }
        while (i < end) {
            int valueEnd = addPair(i);
            i = Math.max(valueEnd, line.endOfWord(i)) + 1;
        }
        return time != null || level >= 0;
    }

    /** Reads the pair at an offset. Returns the end of its value, or the offset if the key is not known. */
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
        Slice foundValue = foundTime == null ? foundLevel == null ? foundSource : foundLevel : foundTime;
        return foundValue == null ? from : foundValue.to();
    }

    private @Nullable Slice valueOf(List<byte[]> keys, int from) {
        for (byte[] key : keys) {
            if (from + key.length < end && line.matches(key, from)) {
                int start = from + key.length;
                boolean isQuoted = bytes[start] == '"';
                int to = isQuoted ? line.indexOf('"', start + 1) : line.endOfWord(start);
                return to < 0 ? null : new Slice(bytes, isQuoted ? start + 1 : start, to);
            }
        }
        return null;
    }

    /** Reads {@code Jan  2 15:04:05} after an optional priority. */
    private boolean parseSyslogTime() {
        int timeStart = position;
        if (bytes[timeStart] == '<') {
            int closeBracket = line.indexOf('>', timeStart);
            if (closeBracket > 0 && line.isAllDigits(timeStart + 1, closeBracket)) {
                timeStart = closeBracket + 1;
            }
        }
        if (end - timeStart < 15
                || bytes[timeStart + 3] != ' '
                || bytes[timeStart + 6] != ' '
                || !line.isClock(timeStart + 7)) {
            return false;
        }
        String month = new Slice(bytes, timeStart, timeStart + 3).utf8();
        if (!MONTHS.contains(month)) {
            return false;
        }
        time = new Slice(bytes, timeStart, timeStart + 15);
        position = timeStart + 15;
        skipSpaces();
        return true;
    }

    /** Returns the end of a date with a time; -1 if there is none. */
    private int endOfTime(int from, int to) {
        boolean isDate = to - from >= 19
                && line.isAllDigits(from, from + 4)
                && (bytes[from + 4] == '-' || bytes[from + 4] == '/')
                && bytes[from + 7] == bytes[from + 4]
                && (bytes[from + 10] == 'T' || bytes[from + 10] == ' ')
                && line.isClock(from + 11);
        if (!isDate) {
            return -1;
        }
        int i = from + 19;
        while (i < to
                && (LineBytes.isDigit(bytes[i])
                        || bytes[i] == '.'
                        || bytes[i] == ','
                        || bytes[i] == ':'
                        || bytes[i] == '+'
                        || bytes[i] == 'Z')) {
            i++;
        }
        if (i < to && bytes[i] == '-' && i + 4 < to && line.isAllDigits(i + 1, i + 3)) {
            i = line.endOfWord(i);
        }
        // a separator after the time does not belong to the time
        while (i > from + 19 && (bytes[i - 1] == ',' || bytes[i - 1] == ':')) {
            i--;
        }
        return Math.min(i, to);
    }

    private int levelOf(int from, int to, boolean isCaseIgnored) {
        for (int i = 0; to - from >= 3 && i < SPELLING_BYTES.length; i++) {
            for (byte[] word : SPELLING_BYTES[i]) {
                if (to - from == word.length && matchesLevel(word, from, isCaseIgnored)) {
                    return i;
                }
            }
        }
        return -1;
    }

    private boolean matchesLevel(byte[] word, int from, boolean isCaseIgnored) {
        for (int i = 0; i < word.length; i++) {
            byte current = bytes[from + i];
            if (current != word[i] && !(isCaseIgnored && current == (word[i] | 0x20))) {
                return false;
            }
        }
        return true;
    }

    private void skipWord() {
        position = line.endOfWord(position);
        skipSpaces();
    }

    private void skipSpaces() {
        while (position < end && (bytes[position] == ' ' || bytes[position] == '\t')) {
            position++;
        }
    }

    private void skipAny(String separators) {
        if (position < end && separators.indexOf(bytes[position]) >= 0) {
            position++;
        }
    }
}

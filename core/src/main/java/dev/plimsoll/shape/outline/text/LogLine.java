package dev.plimsoll.shape.outline.text;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Line of a log as an object: its time, level, source, and message, and the {@code key=value} pairs in it. */
public final class LogLine {

    private static final Set<String> HEAD_KEYS = Set.of("time", "ts", "timestamp", "t", "level", "lvl", "severity");
    private static final int MAX_PAIRS = 100;

    /**
     * Number of characters at the beginning of a line in which a pair with a key of {@link #HEAD_KEYS} is the time or
     * the level. Such a pair is not written a second time.
     */
    private static final int HEAD_LENGTH = 160;

    private record Pair(int start, String name, String value, boolean isQuoted) {}

    private final String line;
    private int position;

    private LogLine(String line) {
        this.line = line;
    }

    /**
     * Returns the line as JSON. The time, level, and source are null if the line does not have them. Without a time and
     * a level, the message is the whole line.
     */
    public static Slice toJson(Slice line) {
        LogEntry entry = LogEntry.of(line);
        boolean isEntry = entry.time() != null || entry.level() >= 0;
        String text = line.utf8();
        List<Pair> pairs = new LogLine(text).findPairs();
        String message = !isEntry
                ? text
                : message(pairs, withoutSeparators(new Slice(line.bytes(), entry.headEnd(), line.to()).utf8()));
        JsonWriter json = new JsonWriter(line.length() + 128).beginObject();
        addText(json, "time", entry.time());
        addText(json, "level", entry.level() < 0 ? null : Slice.of(LogEntry.LEVELS.get(entry.level())));
        addText(json, "source", isEntry ? entry.source() : null);
        json.string("message", message);
        Set<String> names = new HashSet<>(Set.of("time", "level", "source", "message", "msg"));
        if (entry.status() > 0) {
            names.add("status");
            json.number("status", entry.status());
        }
        for (Pair pair : pairs) {
            boolean isHead = pair.start < HEAD_LENGTH && HEAD_KEYS.contains(pair.name);
            if (!isHead && names.add(pair.name)) {
                add(pair, json);
            }
        }
        return json.endObject().slice();
    }

    private static void addText(JsonWriter json, String name, @Nullable Slice text) {
        if (text == null) {
            json.raw(name, Slice.of("null"));
        } else {
            json.string(name, text);
        }
    }

    private static void add(Pair pair, JsonWriter json) {
        Slice numberText = Slice.of(pair.value);
        boolean isNumber = !pair.isQuoted
                && !pair.value.isEmpty()
                && Json.isValid(numberText)
                && Json.type(numberText) == JsonType.NUMBER;
        if (isNumber) {
            json.raw(pair.name, numberText);
        } else {
            json.string(pair.name, pair.value);
        }
    }

    /**
     * Returns the value of {@code msg} or {@code message} if the line begins with a pair; otherwise the text after
     * the head.
     */
    private static String message(List<Pair> pairs, String text) {
        boolean isPairFirst = !pairs.isEmpty() && pairs.get(0).start == 0;
        for (Pair pair : pairs) {
            if (isPairFirst && (pair.name.equals("msg") || pair.name.equals("message"))) {
                return pair.value;
            }
        }
        return text;
    }

    /** Removes a process id, brackets, colons, and dashes before a message. */
    private static String withoutSeparators(String afterHead) {
        int from = 0;
        if (afterHead.startsWith("[")) {
            int closeBracket = afterHead.indexOf(']');
            boolean isId = closeBracket > 1
                    && afterHead.substring(1, closeBracket).chars().allMatch(Character::isDigit);
            from = isId ? closeBracket + 1 : 0;
        }
        while (from < afterHead.length() && isSeparator(afterHead, from)) {
            from++;
        }
        return afterHead.substring(from);
    }

    private static boolean isSeparator(String afterHead, int position) {
        char character = afterHead.charAt(position);
        boolean isLast = position + 1 == afterHead.length() || afterHead.charAt(position + 1) == ' ';
        return character == ' '
                || character == '\t'
                || character == ':'
                || ("|-])>},".indexOf(character) >= 0 && isLast);
    }

    private List<Pair> findPairs() {
        List<Pair> pairs = new ArrayList<>();
        int equalsSign = line.indexOf('=');
        while (equalsSign >= 0 && pairs.size() < MAX_PAIRS) {
            int nameStart = equalsSign;
            while (nameStart > position && isNameCharacter(line.charAt(nameStart - 1))) {
                nameStart--;
            }
            boolean isAfterSeparator = nameStart == 0 || " \t[({,;".indexOf(line.charAt(nameStart - 1)) >= 0;
            if (nameStart < equalsSign && isAfterSeparator && !Character.isDigit(line.charAt(nameStart))) {
                pairs.add(readPair(nameStart, equalsSign));
            } else {
                position = equalsSign + 1;
            }
            equalsSign = line.indexOf('=', position);
        }
        return pairs;
    }

    private static boolean isNameCharacter(char character) {
        return (character < 0x80 && Character.isLetterOrDigit(character))
                || character == '_'
                || character == '.'
                || character == '-';
    }

    private Pair readPair(int start, int equalsSign) {
        String name = line.substring(start, equalsSign);
        position = equalsSign + 1;
        if (position < line.length() && line.charAt(position) == '"') {
            int closeQuote = closingQuote(position + 1);
            if (closeQuote > 0) {
                String value = unescaped(line.substring(position + 1, closeQuote));
                position = closeQuote + 1;
                return new Pair(start, name, value, true);
            }
        }
        int end = position;
        while (end < line.length() && " \t,;])}".indexOf(line.charAt(end)) < 0) {
            end++;
        }
        String value = line.substring(position, end);
        position = end;
        return new Pair(start, name, value, false);
    }

    private int closingQuote(int from) {
        int i = from;
        while (i < line.length() && line.charAt(i) != '"') {
            i += line.charAt(i) == '\\' ? 2 : 1;
        }
        return i < line.length() ? i : -1;
    }

    private static String unescaped(String quoted) {
        if (quoted.indexOf('\\') < 0) {
            return quoted;
        }
        StringBuilder text = new StringBuilder(quoted.length());
        for (int i = 0; i < quoted.length(); i++) {
            char character = quoted.charAt(i);
            boolean isEscape = character == '\\' && i + 1 < quoted.length();
            char unescapedCharacter = isEscape ? quoted.charAt(++i) : character;
            text.append(
                    isEscape && unescapedCharacter == 'n'
                            ? '\n'
                            : isEscape && unescapedCharacter == 't' ? '\t' : unescapedCharacter);
        }
        return text.toString();
    }
}

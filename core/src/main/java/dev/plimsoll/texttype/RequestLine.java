package dev.plimsoll.texttype;

import dev.plimsoll.json.Slice;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognizes lines in which browser servers list requests:
 * {@code reqid=7 GET https://a.example/ [success - 200]} (Chrome DevTools) or
 * {@code [GET] https://a.example/ => [200] OK} (Playwright).
 */
public final class RequestLine {

    /** Result for a request without a status: it failed, or is not finished. */
    public static final int NO_STATUS = 0;

    /** Result for a line that is not a request. */
    public static final int NOT_A_REQUEST = -1;

    private static final int MAX_BYTES = 4_000;
    private static final int MAX_DIGITS = 6;
    private static final Pattern DEVTOOLS =
            Pattern.compile("reqid=\\d+ [A-Z]{3,8} \\S+ \\[(?:\\w+ - (\\d{3})|[^\\]]*)\\].*", Pattern.DOTALL);
    private static final Pattern PLAYWRIGHT =
            Pattern.compile("(?:\\d+\\. )?\\[[A-Z]{3,8}\\] \\S+ => \\[(?:(\\d{3})|[^\\]]*)\\].*", Pattern.DOTALL);

    private RequestLine() {}

    /** Returns the status of a request, {@link #NO_STATUS}, or {@link #NOT_A_REQUEST}. */
    public static int status(Slice line) {
        if (line.length() < 12 || line.length() > MAX_BYTES) {
            return NOT_A_REQUEST;
        }
        boolean isDevTools = line.at(0) == 'r' && line.at(1) == 'e' && line.at(2) == 'q';
        if (!isDevTools && !hasArrow(line)) {
            return NOT_A_REQUEST;
        }
        Matcher matcher = (isDevTools ? DEVTOOLS : PLAYWRIGHT).matcher(line.utf8());
        if (!matcher.matches()) {
            return NOT_A_REQUEST;
        }
        return matcher.group(1) == null ? NO_STATUS : Integer.parseInt(matcher.group(1));
    }

    /**
     * Returns whether a line begins with a method in brackets, a word, and an arrow. This test is cheap for the lines
     * of logs.
     */
    private static boolean hasArrow(Slice line) {
        int offset = 0;
        while (offset < MAX_DIGITS && line.at(offset) >= '0' && line.at(offset) <= '9') {
            offset++;
        }
        offset += offset > 0 && line.at(offset) == '.' && line.at(offset + 1) == ' ' ? 2 : 0;
        if (line.at(offset) != '[' || line.at(offset + 1) < 'A' || line.at(offset + 1) > 'Z') {
            return false;
        }
        int url = endOfWord(line, offset) + 1;
        int arrow = endOfWord(line, url) + 1;
        return arrow + 2 < line.length() && line.at(arrow) == '=' && line.at(arrow + 1) == '>';
    }

    private static int endOfWord(Slice line, int from) {
        int offset = from;
        while (offset < line.length() && line.at(offset) != ' ') {
            offset++;
        }
        return offset;
    }
}

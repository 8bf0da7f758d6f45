package dev.plimsoll.shape.upstream;

import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finder of a sentence such as "showing 100 of 5000 rows", which says that a text is incomplete, in its first or last
 * lines.
 */
final class TruncationText {

    private static final int END_BYTES = 4_096;
    /** Number of lines that are searched at the beginning, and at the end. */
    private static final int SEARCHED_LINES = 5;

    private static final int MAX_LINE_LENGTH = 300;
    private static final int MAX_SENTENCE_LENGTH = 200;

    private static final String NUMBER = "(\\d[\\d,._']{0,20})";
    private static final String THINGS =
            "(?:output|results?(?:\\s+set)?|response|content|contents|text|list|listing|file|data|logs?|rows?"
                    + "|records?|items?|entries|lines?|pages?|messages?|matches|issues|commits|files|characters|bytes|tokens)";
    private static final String AUXILIARY_VERB = "(?:(?:was|were|is|are|has been|have been)\\s+)?";
    private static final String SHOWING =
            "(?:showing|displaying|displayed|listing|returning|returned|shown|fetched|retrieved)";

    /** Sentences that report truncation without numbers. */
    private static final List<Pattern> SENTENCES = patterns(
            THINGS + "\\s+" + AUXILIARY_VERB + "(?:truncated|cut off|clipped)\\b(?!\\s*[:=]\\s*(?:false|no|0)\\b)",
            "[\\[(<…]\\s*truncated\\b(?!\\s*[:=]\\s*(?:false|no|0)\\b)",
            "\\.\\.\\.\\s*truncated\\b",
            "\\btruncated\\s+(?:to|at|after)\\s+(?:the\\s+)?(?:first\\s+)?\\d",
            THINGS + "\\s+" + AUXILIARY_VERB + "(?:limited|capped)\\s+(?:to|at)\\s+(?:the\\s+)?(?:first\\s+)?\\d",
            "(?<!\\bno\\s)\\b(?:more|additional|further)\\s+" + THINGS + "\\s+" + AUXILIARY_VERB
                    + "(?:available|exist|remain|follow)\\b",
            "\\bthere\\s+(?:is|are)\\s+(?:[1-9][\\d,]{0,20}\\s+)?more\\s+" + THINGS + "\\b",
            "\\blimit\\s+(?:was\\s+)?(?:reached|hit)\\b\\W{0,3}\\d[\\d,]{0,20}\\s+" + THINGS + "\\b",
            "\\b(?:row|result|record|item|line|output)s?\\s+limit\\b(?!.{0,30}\\bnot\\b).{0,30}\\b(?:reached|hit|exceeded)\\b",
            "\\breached\\s+(?:the\\s+|its\\s+)?(?:maximum\\s+|row\\s+|result\\s+)?limit\\s+of\\s+\\d[\\d,]{0,20}\\s+"
                    + THINGS + "\\b",
            "\\bonly\\s+(?:the\\s+)?(?:first|top|last|latest)\\s+\\d[\\d,]{0,20}\\s+" + THINGS + "\\s+" + AUXILIARY_VERB
                    + "(?:shown|returned|displayed|listed|included)\\b",
            "\\bnext[_-](?:range|offset|start|page)\\b\\W{0,3}[:=]\\W{0,3}\\d",
            "\\b(?:use|pass|set|call)\\b.{0,60}\\d.{0,20}\\bto\\s+continue\\b",
            "\\bto\\s+continue\\b.{0,20}\\b(?:use|pass|set|call)\\b.{0,40}[=:]\\s?\\d",
            "\\b(?:has[ _-]?more|has[ _-]?next(?:[ _-]?page)?|truncated)\\b\\W{0,3}[:=]\\s*(?:true|yes)\\b",
            "\\bnext[ _-]?(?:page[ _-]?)?(?:token|cursor)\\b\\W{0,3}[:=]\\W{0,3}(?!(?:null|none|undefined|n/a)\\b)\\w{2,}",
            "\\b(?:use|pass|set|call)\\b.{0,80}\\bto\\s+(?:see|get|read|view|fetch|retrieve|load|show)\\s+(?:the\\s+)?"
                    + "(?:more|next|rest|remaining)\\b");

    // such as: showing the first 100 of 5000 rows
    private static final Pattern FIRST =
            pattern("\\b" + SHOWING + "\\s+(?:only\\s+)?(?:the\\s+)?(?:first|top|last|latest)\\s+" + NUMBER
                    + "(?:\\s+(?!of\\b|out\\b)\\w+){0,2}(?:\\s+(?:out\\s+)?of\\s+(?:about\\s+|~)?" + NUMBER + ")?");

    // such as: rows 1-100 of 5000
    private static final Pattern RANGE =
            pattern("\\b(?:" + SHOWING + "|" + THINGS + "):?\\s+(?:" + THINGS + "\\s+)?" + NUMBER
                    + "(?:\\s*(?:-|–|to|through)\\s*" + NUMBER + ")?(?:\\s+" + THINGS
                    + ")?\\s*(?:of|out of|/)\\s+(?:about\\s+|~)?" + NUMBER);

    // such as: 4900 rows omitted
    private static final Pattern REST = pattern(NUMBER + "\\s+(?:more\\s+|other\\s+|additional\\s+)?(?:" + THINGS
            + "\\s+)?" + AUXILIARY_VERB + "(?:remaining|remain|omitted|not shown|left out|hidden)\\b");

    // such as: found 5000, showing the first 100
    private static final Pattern TOTAL_FIRST = pattern("\\b(?:found|total|matched)\\b:?\\s+(?:of\\s+)?" + NUMBER
            + "\\b.{0,40}\\b" + SHOWING + ":?\\s+(?:only\\s+)?(?:the\\s+)?(?:first\\s+)?" + NUMBER);

    // such as: and 4900 more
    private static final Pattern AND_MORE =
            pattern("(?:\\band|\\+|…|\\.\\.\\.)\\s*[(\\[]?" + NUMBER + "\\s+(?:more|others)\\b");

    private static final Pattern ARRAY_START = Pattern.compile("\\[\\s*[\\[{\"]");
    private static final Pattern ARRAY_END = Pattern.compile("[\\]}\"]\\s*\\]$");

    private TruncationText() {}

    private static List<Pattern> patterns(String... regexes) {
        List<Pattern> patterns = new ArrayList<>();
        for (String regex : regexes) {
            patterns.add(pattern(regex));
        }
        return List.copyOf(patterns);
    }

    private static Pattern pattern(String regex) {
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
    }

    /**
     * Returns the line with the sentence, or the part of a long line around it, without surrounding white
     * space. Empty if there is no such sentence, and for JSON.
     *
     * @param text the inside of a JSON string, still escaped
     */
    static String find(Slice text) {
        int length = text.length();
        String head = decode(text.sub(0, Math.min(length, END_BYTES)));
        String tail = length <= END_BYTES ? head : decode(text.sub(length - END_BYTES, length));
        if (isJson(head.strip(), tail.strip())) {
            return "";
        }
        List<String> firstLines = head.lines()
                .filter(line -> !line.isBlank())
                .limit(SEARCHED_LINES)
                .toList();
        List<String> tailLines = tail.lines().filter(line -> !line.isBlank()).toList();
        List<String> lines = new ArrayList<>(firstLines);
        lines.addAll(tailLines.subList(Math.max(0, tailLines.size() - SEARCHED_LINES), tailLines.size()));
        for (String line : lines) {
            String sentence = extractSentence(line);
            if (!sentence.isEmpty()) {
                return sentence;
            }
        }
        return "";
    }

    /**
     * Decodes escaped text. An escape or a character that is cut at an end becomes a different one, which no sentence
     * contains.
     */
    private static String decode(Slice escaped) {
        return new String(JsonText.unescape(escaped), StandardCharsets.UTF_8);
    }

    private static boolean isJson(String head, String tail) {
        boolean isObject = head.startsWith("{") && tail.endsWith("}");
        return isObject
                || (ARRAY_START.matcher(head).lookingAt()
                        && ARRAY_END.matcher(tail).find());
    }

    private static String extractSentence(String line) {
        String text = line.strip();
        String part = substring(text, 0, MAX_LINE_LENGTH);
        int sentenceStart = findSentence(part);
        if (sentenceStart < 0 && text.length() > MAX_LINE_LENGTH) {
            part = substring(text, text.length() - MAX_LINE_LENGTH, MAX_LINE_LENGTH);
            sentenceStart = findSentence(part);
        }
        if (sentenceStart < 0) {
            return "";
        }
        int start = part.length() <= MAX_SENTENCE_LENGTH
                ? 0
                : Math.max(0, Math.min(sentenceStart - 20, part.length() - MAX_SENTENCE_LENGTH));
        return substring(part, start, MAX_SENTENCE_LENGTH).strip();
    }

    /** Returns up to {@code length} characters from {@code from}, without halves of surrogate pairs at the ends. */
    private static String substring(String text, int from, int length) {
        int start = from > 0 && Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from;
        int end = Math.min(text.length(), from + length);
        return text.substring(start, end < text.length() && Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end);
    }

    /** Returns the position of the sentence in the line, or -1. */
    private static int findSentence(String line) {
        for (Pattern pattern : SENTENCES) {
            int position = findFirst(pattern, line, found -> true);
            if (position >= 0) {
                return position;
            }
        }
        int position = findFirst(
                FIRST, line, found -> found.group(2) == null || parseNumber(found, 1) < parseNumber(found, 2));
        position = position >= 0
                ? position
                : findFirst(TOTAL_FIRST, line, found -> parseNumber(found, 1) > parseNumber(found, 2));
        position = position >= 0 ? position : findFirst(RANGE, line, TruncationText::isIncomplete);
        position = position >= 0 ? position : findFirst(REST, line, found -> parseNumber(found, 1) > 0);
        return position >= 0 ? position : findFirst(AND_MORE, line, found -> parseNumber(found, 1) > 0);
    }

    private static int findFirst(Pattern pattern, String line, Predicate<Matcher> condition) {
        Matcher matcher = pattern.matcher(line);
        while (matcher.find()) {
            if (condition.test(matcher)) {
                return matcher.start();
            }
        }
        return -1;
    }

    /**
     * Returns whether a range is incomplete: 1-100 of 5000, 100 of 5000, and 101-200 of 200 are, but 1-200 of 200 is
     * not.
     */
    private static boolean isIncomplete(Matcher range) {
        boolean isSingle = range.group(2) == null;
        return parseNumber(range, isSingle ? 1 : 2) < parseNumber(range, 3) || (!isSingle && parseNumber(range, 1) > 1);
    }

    private static long parseNumber(Matcher found, int group) {
        String digits = found.group(group).replaceAll("\\D", "");
        return digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
    }
}

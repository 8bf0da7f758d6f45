package dev.plimsoll.section;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finder of the section that a path such as {@code #14} or {@code #Title} selects. A path is resolved in this order:
 * number, reference to a part, whole title, beginning of a title.
 */
public final class SectionFinder {

    /** First character of a path to a section. */
    public static final String PREFIX = "#";

    /**
     * Maximum number of matches that are collected. If it is reached, the refusal lists one match fewer, and says that
     * there are more.
     */
    static final int MAX_FOUND = 6;

    private static final int MAX_COMPARED = 5_000;
    private static final int MAX_NUMBER_LENGTH = 9;
    private static final int MAX_SHOWN_LENGTH = 60;
    private static final int MAX_SIMILAR = 3;
    private static final String ELLIPSIS = "…";

    private final TableOfContents contents;
    private final String path;
    private final String name;

    private SectionFinder(TableOfContents contents, String path) {
        this.contents = contents;
        this.path = path;
        this.name = path.substring(PREFIX.length()).strip();
    }

    /** Returns whether a path names a section, and not a position in JSON. */
    public static boolean isSection(String path) {
        return path.startsWith(PREFIX);
    }

    /** Returns the section; null if there is none. Throws {@link RefusedException} if several sections match. */
    public static @Nullable TextSection find(TableOfContents contents, String path) {
        SectionFinder finder = new SectionFinder(contents, path);
        LineSpan lines = finder.findLines();
        return lines == null
                ? null
                : new TextSection(path, contents.text(), lines, contents.lines().count());
    }

    /** Returns the refusal of a path without a section; it suggests the most similar titles. */
    public static RefusedException notFound(@Nullable TableOfContents contents, String path) {
        if (contents == null) {
            return refusal(
                    "path " + shorten(path) + " names a section, but this result is not a text with headings",
                    "leave path out, or give a JSON Pointer such as /items/0 if the result is JSON");
        }
        return new SectionFinder(contents, path).notFound();
    }

    private @Nullable LineSpan findLines() {
        if (name.isEmpty()) {
            return null;
        }
        Headings headings = contents.headings();
        int number = parseNumber();
        if (number >= 1 && number <= headings.count()) {
            return headings.span(number - 1);
        }
        List<LineSpan> parts = contents.findParts(name);
        if (parts.size() > 1) {
            throw ambiguousError(
                    "parts",
                    parts.stream()
                            .map(span -> "start_line: " + (span.first() + 1))
                            .toList());
        }
        if (parts.size() == 1) {
            return parts.get(0);
        }
        LineSpan byTitle = findByTitle(name);
        // the name may be a whole heading, copied from the outline or the text: "## Title"
        String titleWithoutMarks = name.replaceFirst("^#{1,6}\\s+", "");
        return byTitle != null || titleWithoutMarks.equals(name) || titleWithoutMarks.isEmpty()
                ? byTitle
                : findByTitle(titleWithoutMarks);
    }

    /** Returns the section whose title equals the text, equals it without regard to case, or begins with it. */
    private @Nullable LineSpan findByTitle(String soughtTitle) {
        String lowerCase = soughtTitle.toLowerCase(Locale.ROOT);
        String titleStart = lowerCase.endsWith(ELLIPSIS) ? lowerCase.substring(0, lowerCase.length() - 1) : lowerCase;
        List<List<Integer>> matchesByRank = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < contents.headings().count() && matchesByRank.get(0).size() < MAX_FOUND; i++) {
            String title = contents.headings().title(i);
            // compares the beginnings first, because few titles begin with the sought text
            if (title.regionMatches(true, 0, titleStart, 0, titleStart.length())) {
                int rank = title.equals(soughtTitle) ? 0 : title.equalsIgnoreCase(soughtTitle) ? 1 : 2;
                if (matchesByRank.get(rank).size() < MAX_FOUND) {
                    matchesByRank.get(rank).add(i);
                }
            }
        }
        for (List<Integer> bestMatches : matchesByRank) {
            if (bestMatches.size() > 1) {
                throw ambiguousError(
                        "headings",
                        bestMatches.stream().map(this::describeHeading).toList());
            }
            if (bestMatches.size() == 1) {
                return contents.headings().span(bestMatches.get(0));
            }
        }
        return null;
    }

    /** Returns the path of a heading by number, with its title. */
    private String describeHeading(int heading) {
        return PREFIX + (heading + 1) + " (" + shorten(contents.headings().title(heading)) + ", lines "
                + contents.headings().span(heading) + ")";
    }

    private RefusedException ambiguousError(String kind, List<String> candidates) {
        boolean hasMore = candidates.size() == MAX_FOUND;
        List<String> listed = hasMore ? candidates.subList(0, MAX_FOUND - 1) : candidates;
        return refusal(
                "path " + shorten(path) + " names " + (hasMore ? "more than " : "") + listed.size() + " " + kind,
                (kind.equals("headings") ? "path: " : "") + String.join(" or ", listed));
    }

    private RefusedException notFound() {
        Headings headings = contents.headings();
        if (headings.count() == 0) {
            return refusal(
                    "path " + shorten(path) + " names nothing in this text, which has no headings",
                    "leave path out; start_line and find read parts of it");
        }
        Map<String, Integer> titleStarts = new LinkedHashMap<>();
        String lowerCase = name.toLowerCase(Locale.ROOT);
        Set<Integer> candidates = new LinkedHashSet<>();
        for (int i = 0; i < Math.min(headings.count(), MAX_COMPARED); i++) {
            String title = headings.title(i);
            // a name can be the beginning of a title
            titleStarts.putIfAbsent(title.substring(0, Math.min(title.length(), name.length())), i);
            if (candidates.size() < MAX_SIMILAR
                    && !lowerCase.isEmpty()
                    && title.toLowerCase(Locale.ROOT).contains(lowerCase)) {
                candidates.add(i);
            }
        }
        NameSuggestions.similarNames(name, titleStarts.keySet(), MAX_SIMILAR).stream()
                .map(similarStart -> titleStarts.getOrDefault(similarStart, 0))
                .limit(MAX_SIMILAR - candidates.size())
                .forEach(candidates::add);
        String validNumbers = PREFIX + "1 to " + PREFIX + headings.count() + " (mode: outline lists them)";
        String suggestions = String.join(
                " or ", candidates.stream().map(this::describeHeading).toList());
        return refusal(
                "path " + shorten(path) + " names nothing in this text",
                "path: " + (suggestions.isEmpty() ? validNumbers : suggestions + ", or another of " + validNumbers));
    }

    /** Returns the number of a section, from 1; 0 if the name is not a number. */
    private int parseNumber() {
        boolean isNumber = !name.isEmpty()
                && name.length() <= MAX_NUMBER_LENGTH
                && name.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Integer.parseInt(name) : 0;
    }

    private static String shorten(String name) {
        return name.length() <= MAX_SHOWN_LENGTH ? name : name.substring(0, MAX_SHOWN_LENGTH) + ELLIPSIS;
    }

    private static RefusedException refusal(String message, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, suggestion).detail("argument", "path");
    }
}

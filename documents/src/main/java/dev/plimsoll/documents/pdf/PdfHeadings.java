package dev.plimsoll.documents.pdf;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Headings of a PDF file: its bookmarks or, without bookmarks, short lines in a larger font than the body text.
 *
 * @param bookmarks the bookmarks of each page, counted from 0
 * @param levels the levels of headings by their font sizes in half points; empty if there are bookmarks, or if sizes do
 *     not show headings
 */
record PdfHeadings(Map<Integer, List<Bookmark>> bookmarks, Map<Integer, Integer> levels) {

    private static final int MAX_LEVELS = 3;
    private static final int MAX_LENGTH = 120;

    /** Maximum number of letters and digits before a title, such as {@code Chapter 3}. */
    private static final int MAX_NUMBER_LENGTH = 10;

    /** Maximum fraction of the lines that can be headings; with more, larger sizes have another meaning. */
    private static final double MAX_HEADING_SHARE = 0.2;

    /** Bookmark of a PDF file; its level counts from 1. */
    record Bookmark(String title, int level) {}

    static PdfHeadings create(Map<Integer, List<Bookmark>> bookmarks, List<List<PdfLine>> pages) {
        return new PdfHeadings(bookmarks, bookmarks.isEmpty() ? findLevels(pages) : Map.of());
    }

    private static Map<Integer, Integer> findLevels(List<List<PdfLine>> pages) {
        Map<Integer, Integer> charactersOfSize = new HashMap<>();
        TreeMap<Integer, Integer> linesOfSize = new TreeMap<>();
        int lineCount = 0;
        for (List<PdfLine> page : pages) {
            for (PdfLine line : page) {
                charactersOfSize.merge(sizeKey(line), line.text().length(), Integer::sum);
                linesOfSize.merge(sizeKey(line), 1, Integer::sum);
                lineCount++;
            }
        }
        int bodySize = charactersOfSize.entrySet().stream()
                .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(0);
        // at least a tenth larger than the body text
        Map<Integer, Integer> linesOfLargerSizes =
                linesOfSize.tailMap(bodySize + Math.max(1, (bodySize + 9) / 10), true);
        int largerLineCount =
                linesOfLargerSizes.values().stream().mapToInt(Integer::intValue).sum();
        Map<Integer, Integer> levels = new HashMap<>();
        if (bodySize > 0 && largerLineCount <= Math.max(1, lineCount * MAX_HEADING_SHARE)) {
            int level = 1;
            for (Integer size : new TreeMap<>(linesOfLargerSizes).descendingKeySet()) {
                levels.put(size, Math.min(level++, MAX_LEVELS));
            }
        }
        return levels;
    }

    private static int sizeKey(PdfLine line) {
        return Math.round(line.fontSize() * 2);
    }

    /** Returns the level of a line that is a heading by its font size; 0 for other lines. */
    int levelOf(PdfLine line) {
        boolean canBeHeading =
                line.text().length() <= MAX_LENGTH && line.text().chars().anyMatch(Character::isLetter);
        return canBeHeading ? levels.getOrDefault(sizeKey(line), 0) : 0;
    }

    /** Returns the first bookmark whose title is the text of a line, perhaps after a number; null if there is none. */
    static @Nullable Bookmark find(List<Bookmark> bookmarks, String text) {
        String normalizedLine = normalize(text);
        return bookmarks.stream()
                .filter(bookmark -> isTitle(normalizedLine, normalize(bookmark.title())))
                .findFirst()
                .orElse(null);
    }

    /** Returns whether a line is a title, or a title after a number such as {@code Chapter 3} or {@code 3.2}. */
    private static boolean isTitle(String line, String title) {
        return !title.isEmpty() && line.endsWith(title) && line.length() - title.length() <= MAX_NUMBER_LENGTH;
    }

    private static String normalize(String text) {
        StringBuilder letters = new StringBuilder();
        text.toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .forEach(letters::appendCodePoint);
        return letters.toString();
    }
}

package dev.plimsoll.texttype;

import java.util.List;

/** Recognizes Markdown: headings, fences, lists, links, tables, emphasis. */
final class MarkdownDetector {

    private MarkdownDetector() {}

    /**
     * Returns whether at least a tenth of the lines have elements of Markdown. The elements must have at least two
     * types, unless there is a table or a fenced block. There must be a fence, link, table, or emphasis, which plain
     * text does not have, or headings that form an outline. Text with much code outside of fences is not Markdown.
     */
    static boolean isMarkdown(List<String> lines) {
        int headings = 0;
        int fences = 0;
        int items = 0;
        int links = 0;
        int tables = 0;
        int emphases = 0;
        int comments = 0;
        boolean isInFence = false;
        String previousLine = "";
        for (String line : lines) {
            if (isFence(line)) {
                fences++;
                isInFence = !isInFence;
            } else if (!isInFence) {
                // consecutive lines with the same number of # are comments in code, not headings
                comments += isHeading(line) && countMarks(line) == countMarks(previousLine) ? 1 : 0;
                headings += isHeading(line) ? 1 : 0;
                items += isItem(line) ? 1 : 0;
                links += line.contains("](") ? 1 : 0;
                tables += isTableRule(line) ? 1 : 0;
                emphases += isPaired(line, "**") || isPaired(line, "`") ? 1 : 0;
            }
            previousLine = line;
        }
        if (4 * comments > headings) {
            headings = 0;
        }
        int elementTypes = oneIfAny(headings)
                + oneIfAny(fences)
                + oneIfAny(items)
                + oneIfAny(links)
                + oneIfAny(tables)
                + oneIfAny(emphases);
        int distinctiveElements = fences + links + tables + emphases;
        boolean isOutline = headings > 0 && headings + items > 1 && 2 * headings <= lines.size();
        boolean hasEnoughElements = 10 * (headings + items + distinctiveElements) >= lines.size();
        boolean hasEnoughTypes = elementTypes >= 2 || tables > 0 || fences > 1;
        return hasEnoughTypes && (distinctiveElements > 0 || isOutline) && hasEnoughElements && !isCode(lines);
    }

    private static boolean isCode(List<String> lines) {
        int code = 0;
        boolean isInFence = false;
        for (String line : lines) {
            if (isFence(line)) {
                isInFence = !isInFence;
            } else if (!isInFence && (CodeDetector.isCertainlyCode(line) || CodeDetector.isKeyword(line))) {
                code++;
            }
        }
        return 4 * code > lines.size();
    }

    private static boolean isFence(String line) {
        return line.startsWith("```") || line.startsWith("~~~");
    }

    private static int countMarks(String line) {
        int level = 0;
        while (level < line.length() && line.charAt(level) == '#') {
            level++;
        }
        return level;
    }

    private static boolean isHeading(String line) {
        int level = countMarks(line);
        return level > 0 && level <= 6 && level + 1 < line.length() && line.charAt(level) == ' ';
    }

    private static boolean isItem(String line) {
        String item = line.stripLeading();
        if (item.length() < 3) {
            return false;
        }
        if ("-*+>".indexOf(item.charAt(0)) >= 0) {
            return item.charAt(1) == ' ';
        }
        int digits = 0;
        while (digits < item.length() && Character.isDigit(item.charAt(digits))) {
            digits++;
        }
        return digits > 0 && digits < 4 && item.startsWith(". ", digits);
    }

    private static boolean isTableRule(String line) {
        return line.contains("---") && line.contains("|") && LogDetector.isAllOf(line, "|-: ");
    }

    /** Returns whether the marker occurs twice with text between. */
    private static boolean isPaired(String line, String marker) {
        int first = line.indexOf(marker);
        int second = first < 0 ? -1 : line.indexOf(marker, first + marker.length());
        return second > first + marker.length();
    }

    private static int oneIfAny(int count) {
        return Math.min(count, 1);
    }
}

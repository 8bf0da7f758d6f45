package dev.plimsoll.texttype;

import java.util.List;

/**
 * Recognizes the page snapshots of browser servers: a tree of roles, in lines {@code - button "Save" [ref=e5]} or
 * {@code uid=1_5 button "Save"}, after a few lines about the page.
 */
final class SnapshotDetector {

    /** Maximum number of lines before the tree. */
    private static final int MAX_LINES_BEFORE = 60;

    private static final int MIN_REFERENCES = 2;

    private SnapshotDetector() {}

    /**
     * Returns whether there are nodes with references. From the first of these on, at least four of five
     * lines must be nodes, and one of five must have a reference.
     */
    static boolean isSnapshot(List<String> lines) {
        int firstNode = 0;
        while (firstNode < lines.size() && !hasReference(lines.get(firstNode).strip())) {
            firstNode++;
        }
        if (firstNode > MAX_LINES_BEFORE || firstNode == lines.size()) {
            return false;
        }
        int nodes = 0;
        int references = 0;
        int lineCount = 0;
        for (String line : lines.subList(firstNode, lines.size())) {
            String node = line.strip();
            if (node.startsWith("```")) {
                continue;
            }
            lineCount++;
            boolean hasReference = hasReference(node);
            references += hasReference ? 1 : 0;
            nodes += hasReference || node.startsWith("- ") || node.startsWith("uid=") ? 1 : 0;
        }
        return references >= MIN_REFERENCES && 5 * nodes >= 4 * lineCount && 5 * references >= lineCount;
    }

    private static boolean hasReference(String node) {
        boolean isPlaywright = node.startsWith("- ") && node.contains(" [ref=") && startsWithRole(node);
        int space = node.indexOf(' ');
        return isPlaywright
                || (node.startsWith("uid=")
                        && space > 4
                        && space + 1 < node.length()
                        && Character.isLetter(node.charAt(space + 1)));
    }

    /** Returns whether a role follows the hyphen. */
    private static boolean startsWithRole(String node) {
        int roleStart = node.startsWith("- '") ? 3 : 2;
        int end = roleStart;
        while (end < node.length() && Character.isLetter(node.charAt(end))) {
            end++;
        }
        return end > roleStart && (end == node.length() || node.charAt(end) == ' ');
    }
}

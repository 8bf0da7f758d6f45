package dev.plimsoll.shape.text;

import dev.plimsoll.json.LineIndex;
import dev.plimsoll.section.TextSection;
import dev.plimsoll.shape.item.SelectedLines;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the lines of a text in the whole that it is a part of.
 *
 * @param linesBefore lines before a section
 * @param selection the parts of the text that are read; null for all of it
 */
record LineNumbering(
        int linesBefore, int totalLines, @Nullable SelectedLines selection) {

    static LineNumbering of(@Nullable TextSection section, @Nullable SelectedLines selection, LineIndex lines) {
        if (section != null) {
            return new LineNumbering(section.lines().first(), section.totalLines(), selection);
        }
        return new LineNumbering(0, selection == null ? lines.count() : selection.totalLines(), selection);
    }

    int[] lineNumbers() {
        return selection == null ? new int[0] : selection.numbers();
    }
}

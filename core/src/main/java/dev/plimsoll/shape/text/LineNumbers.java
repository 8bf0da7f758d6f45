package dev.plimsoll.shape.text;

import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.section.TextSection;
import dev.plimsoll.shape.item.find.SelectedLines;
import org.jspecify.annotations.Nullable;

/**
 * Line numbers of a text that is a section or a selection of a complete text. The numbers are those in the
 * complete text.
 *
 * @param linesBefore number of lines before a section; 0 if the text is not a section
 * @param totalLines number of lines of the complete text
 * @param selection the ranges of the text that are read; null for the whole text
 */
record LineNumbers(
        int linesBefore, int totalLines, @Nullable SelectedLines selection) {

    static LineNumbers of(@Nullable TextSection section, @Nullable SelectedLines selection, LineIndex lines) {
        if (section != null) {
            return new LineNumbers(section.lines().first(), section.totalLines(), selection);
        }
        return new LineNumbers(0, selection == null ? lines.count() : selection.totalLines(), selection);
    }

    /** Returns the number of each selected line; empty if the whole text is read. */
    int[] selectedNumbers() {
        return selection == null ? new int[0] : selection.numbers();
    }
}

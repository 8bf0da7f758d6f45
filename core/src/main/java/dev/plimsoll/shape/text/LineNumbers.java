package dev.plimsoll.shape.text;

import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.section.TextSection;
import dev.plimsoll.shape.item.find.SelectedLines;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that the lines of a text have in the whole of which it is a part.
 *
 * @param linesBefore lines before a section
 * @param selection the parts of the text that are read; null for all of it
 */
record LineNumbers(
        int linesBefore, int totalLines, @Nullable SelectedLines selection) {

    static LineNumbers of(@Nullable TextSection section, @Nullable SelectedLines selection, LineIndex lines) {
        if (section != null) {
            return new LineNumbers(section.lines().first(), section.totalLines(), selection);
        }
        return new LineNumbers(0, selection == null ? lines.count() : selection.totalLines(), selection);
    }

    int[] selected() {
        return selection == null ? new int[0] : selection.numbers();
    }
}

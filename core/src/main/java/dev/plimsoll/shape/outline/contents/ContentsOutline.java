package dev.plimsoll.shape.outline.contents;

import dev.plimsoll.format.PageTables;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.section.LineSpan;
import dev.plimsoll.section.MarkdownContents;
import dev.plimsoll.section.PageSnapshotContents;
import dev.plimsoll.section.PartContents;
import dev.plimsoll.section.TableOfContents;
import dev.plimsoll.section.TextSection;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.draft.AnswerDraft;
import org.jspecify.annotations.Nullable;

/** The outline of a text with sections, or of one of its sections: a table of contents that fills a budget. */
public interface ContentsOutline {

    /** Maximum tokens of the members and brackets after the last entry. */
    int END_TOKENS = 40;

    /** Maximum bytes of the members and brackets after the last entry. */
    int END_BYTES = 160;

    /**
     * Returns the outline of a part; null if the part is not a text with sections.
     *
     * @param contents the table of contents of the whole text
     * @param tables the tables in the part; null if there are none
     */
    static @Nullable ContentsOutline of(
            DocumentPart part, @Nullable TableOfContents contents, @Nullable PageTables tables) {
        if (contents == null) {
            return null;
        }
        TextSection section = part.section();
        LineSpan span = section == null ? new LineSpan(0, contents.lines().count()) : section.lines();
        Slice text = part.bytes();
        return contents instanceof PageSnapshotContents page
                ? new PageOutline(page, span, text)
                : contents instanceof MarkdownContents markdown
                        ? new MarkdownOutline(markdown, span, text, tables)
                        : contents instanceof PartContents parts ? new PartOutline(parts, span, text) : null;
    }

    /**
     * Writes the outline.
     *
     * @param budget budget for the entries; without tokens, only the size is written
     */
    void writeTo(AnswerDraft out, Budget budget);
}

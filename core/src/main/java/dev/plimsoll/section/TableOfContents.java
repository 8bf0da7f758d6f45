package dev.plimsoll.section;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.texttype.TextType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Table of contents of a text: its sections, with their lines. */
public sealed interface TableOfContents permits MarkdownContents, PageSnapshotContents, PartContents {

    /** Minimum number of headings for the contents of a text that was not recognized as Markdown. */
    int MIN_HEADINGS = 3;

    /** Minimum number of declarations for the contents of a text that was recognized as source code. */
    int MIN_DECLARATIONS = 2;

    /**
     * Returns the contents of a text; null if texts of its type have no sections.
     *
     * @param textType the type of the text
     * @param isTypeGiven whether the caller specified the type; false if it was detected
     */
    static @Nullable TableOfContents of(Slice text, LineIndex lines, TextType textType, boolean isTypeGiven) {
        if (textType == TextType.SNAPSHOT) {
            return PageSnapshotContents.of(text, lines);
        }
        if (textType == TextType.MARKDOWN && isTypeGiven) {
            return MarkdownContents.of(text, lines);
        }
        PartContents files = textType == TextType.LOG ? null : PartContents.ofFiles(text, lines);
        if (files != null) {
            return files;
        }
        if (textType == TextType.MARKDOWN) {
            return MarkdownContents.of(text, lines);
        }
        if (textType == TextType.CODE) {
            PartContents declarations = DeclarationScan.read(text, lines);
            return isTypeGiven || declarations.headings().count() >= MIN_DECLARATIONS ? declarations : null;
        }
        MarkdownContents proseContents = textType == TextType.PROSE ? MarkdownContents.of(text, lines) : null;
        return proseContents != null && proseContents.headings().count() >= MIN_HEADINGS ? proseContents : null;
    }

    /** Returns the text. */
    Slice text();

    /** Returns the lines of the text. */
    LineIndex lines();

    /** Returns the headings, in the order of their numbers: {@code #1} is at index 0. */
    Headings headings();

    /** Returns the sections and parts that contain a line, the outermost first, such as {@code #14 Limits}. */
    List<String> ancestors(int line);

    /** Returns the parts with this reference, at most {@link SectionFinder#MAX_FOUND}; empty if there is none. */
    List<LineSpan> findParts(String reference);
}

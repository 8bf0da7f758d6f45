package dev.plimsoll.shape.text;

import dev.plimsoll.format.DataPhrase;
import dev.plimsoll.json.Slice;
import dev.plimsoll.section.MarkdownContents;
import dev.plimsoll.section.PartContents;
import dev.plimsoll.section.TableOfContents;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.texttype.TextType;
import org.jspecify.annotations.Nullable;

/** Phrase that tells a model what a text is: {@code log}, {@code 6 files}, {@code Markdown}. */
final class TextPhrase {

    private TextPhrase() {}

    /** Describes a text; empty for prose, and for types of text that have no phrase. */
    static String of(Slice text, IndexedResult indexedResult) {
        TextType textType = indexedResult.textType(text);
        return switch (textType) {
            case LOG, SNAPSHOT -> DataPhrase.describeType(textType);
            case CODE, MARKDOWN, PROSE ->
                ofContents(textType, indexedResult.sections().tableOfContents(text));
            default -> "";
        };
    }

    private static String ofContents(TextType textType, @Nullable TableOfContents contents) {
        if (contents instanceof PartContents parts
                && parts.kind() == PartContents.Kind.FILES
                && parts.headings().count() > 1) {
            return DataPhrase.describeFiles(parts.headings().count());
        }
        // a text with Markdown headings is called Markdown, even if its other lines look like prose
        boolean isMarkdown = textType == TextType.PROSE && contents instanceof MarkdownContents;
        return isMarkdown
                ? DataPhrase.describeType(TextType.MARKDOWN)
                : textType == TextType.PROSE ? "" : DataPhrase.describeType(textType);
    }
}

package dev.plimsoll.shape.outline;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.section.TextSection;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.ResourceLinks;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.TextSections;
import dev.plimsoll.shape.outline.contents.ContentsOutline;
import dev.plimsoll.shape.outline.statistics.ListStatistics;
import dev.plimsoll.shape.outline.statistics.StatisticsWriter;
import dev.plimsoll.shape.outline.statistics.StatisticsWriter.Level;
import dev.plimsoll.shape.outline.statistics.ValueStatistics;
import dev.plimsoll.shape.outline.text.TextOutline;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outline of one block or value: a JSON value, a text, a text with sections, or a binary block. One of
 * the first four components is set. {@code wrapper} is the object around a text with sections, if there is
 * one.
 */
record BlockOutline(
        @Nullable ValueStatistics statistics,
        @Nullable TextOutline text,
        @Nullable ContentsOutline contents,
        @Nullable ContentBlock binary,
        @Nullable Wrapper wrapper) {

    /** The object around a text that is its only member. */
    private record Wrapper(String name, long bytes, long characters) {}

    static BlockOutline of(DocumentPart documentPart, IndexedResult indexedResult) {
        if (documentPart.isJson()) {
            DocumentPart onlyText = indexedResult.sections().onlyText(documentPart);
            ContentsOutline wrappedContents = onlyText == null ? null : contents(onlyText, indexedResult);
            if (onlyText != null && wrappedContents != null) {
                List<String> path = onlyText.pointer().tokens();
                long characters = Utf8.codePoints(onlyText.bytes());
                return new BlockOutline(
                        null,
                        null,
                        wrappedContents,
                        null,
                        new Wrapper(
                                path.get(path.size() - 1), documentPart.bytes().length(), characters));
            }
            return new BlockOutline(ListStatistics.ofPart(documentPart, indexedResult), null, null, null, null);
        }
        ContentsOutline contents = contents(documentPart, indexedResult);
        return contents == null
                ? new BlockOutline(
                        null,
                        TextOutline.of(
                                documentPart.bytes(),
                                indexedResult.lines(documentPart.bytes()),
                                indexedResult.textType(documentPart.bytes())),
                        null,
                        null,
                        null)
                : new BlockOutline(null, null, contents, null, null);
    }

    private static @Nullable ContentsOutline contents(DocumentPart text, IndexedResult indexedResult) {
        TextSection section = text.section();
        Slice wholeText = section == null ? text.bytes() : section.text();
        TextSections sections = indexedResult.sections();
        return ContentsOutline.of(text, sections.tableOfContents(wholeText), sections.tables(text));
    }

    static BlockOutline of(ContentBlock binary) {
        return new BlockOutline(null, null, null, binary, null);
    }

    /**
     * Writes the outline.
     *
     * @param outlines number of outlines, from this one on, that share the budget
     */
    void writeTo(AnswerDraft answerDraft, Level level, Budget budget, int outlines) {
        if (statistics != null) {
            new StatisticsWriter(level, answerDraft, budget).write(statistics);
        } else if (text != null) {
            text.writeTo(answerDraft, level.values());
        } else if (contents != null) {
            if (wrapper != null) {
                answerDraft
                        .ascii("{")
                        .member("type")
                        .string("object")
                        .member("bytes")
                        .number(wrapper.bytes());
                answerDraft.member("fields").ascii("{").name(wrapper.name()).ascii("{");
                answerDraft
                        .member("type")
                        .string("string")
                        .member("length")
                        .ascii("[")
                        .number(wrapper.characters());
                answerDraft.ascii(",").number(wrapper.characters()).ascii("]").member("text");
            }
            contents.writeTo(answerDraft, contentsBudget(answerDraft, level, budget, outlines));
            answerDraft.ascii(wrapper == null ? "" : "}}}");
        } else if (binary != null) {
            String mimeType = binary.mimeType();
            answerDraft.ascii("{").member("type").string(ResourceLinks.noun(binary));
            if (mimeType != null) {
                answerDraft.member("mimeType").string(mimeType);
            }
            answerDraft.member("bytes").number(ResourceLinks.size(binary)).ascii("}");
        }
    }

    /** Returns the budget for a table of contents: a share of what is left. The share is smaller at poorer levels. */
    private static Budget contentsBudget(AnswerDraft answerDraft, Level level, Budget budget, int outlines) {
        int lastLevel = Level.RICH_TO_POOR.size() - 1;
        int share = lastLevel - Level.RICH_TO_POOR.indexOf(level);
        long tokens = (long) budget.tokens() - answerDraft.tokens() - ContentsOutline.END_TOKENS;
        long bytes = (long) budget.bytes() - answerDraft.bytes() - ContentsOutline.END_BYTES;
        return new Budget((int) Math.max(1, tokens * share / lastLevel / outlines), (int)
                Math.max(1, bytes * share / lastLevel / outlines));
    }
}

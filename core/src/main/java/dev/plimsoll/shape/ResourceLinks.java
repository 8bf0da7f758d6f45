package dev.plimsoll.shape;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.PagePosition;
import java.util.Locale;

/**
 * Replacements for an image, audio, or blob that does not fit: a link to the data, or a line that says how to read it.
 */
public final class ResourceLinks {

    static final String SCHEME = "plimsoll://blob/";

    private ResourceLinks() {}

    /** Writes a {@code resource_link} block. */
    public static void write(
            ContentBlock contentBlock,
            int index,
            PagePosition pagePosition,
            ResultFacts resultFacts,
            AnswerDraft answerDraft) {
        answerDraft
                .ascii("{")
                .member("type")
                .string("resource_link")
                .member("uri")
                .ascii("\"" + SCHEME)
                .cursorGap(pagePosition)
                .ascii("\"")
                .member("name");
        answerDraft.string(noun(contentBlock) + " " + (index + 1) + " of " + resultFacts.tool());
        String mimeType = contentBlock.mimeType();
        if (mimeType != null) {
            answerDraft.member("mimeType").string(mimeType);
        }
        answerDraft.member("size").number(size(contentBlock)).ascii("}");
    }

    /** Writes a {@code resource_link} block for the complete text of a cut message. */
    public static void writeMessageLink(
            ContentBlock contentBlock,
            int index,
            PagePosition pagePosition,
            ResultFacts resultFacts,
            AnswerDraft answerDraft) {
        int length = contentBlock.text() == null
                ? contentBlock.raw().length()
                : JsonText.unescapedLength(contentBlock.text());
        answerDraft
                .ascii("{")
                .member("type")
                .string("resource_link")
                .member("uri")
                .cursorString(pagePosition)
                .member("name");
        answerDraft.string("message " + (index + 1) + " of " + resultFacts.tool());
        answerDraft
                .member("mimeType")
                .string("text/plain")
                .member("size")
                .number(length)
                .ascii("}");
    }

    /** Returns whether a block is too large to be part of an answer. */
    public static boolean isTooLarge(ContentBlock contentBlock, Policy policy) {
        return size(contentBlock) > policy.binaryLimit(contentBlock.type() == ContentBlock.Type.IMAGE);
    }

    /** Writes the line for a block that is left out, and a link if the client reads links and the policy wants them. */
    public static void writeBlocks(
            ContentBlock contentBlock,
            int index,
            PagePosition pagePosition,
            ResultFacts resultFacts,
            ClientFeatures clientFeatures,
            AnswerDraft answerDraft) {
        writeLine(contentBlock, pagePosition, resultFacts, answerDraft);
        boolean canLink = clientFeatures.hasLinks() && !resultFacts.hasUriCursors();
        if (canLink && Boolean.TRUE.equals(pagePosition.view().policy().find(Policy.RESOURCE_LINKS))) {
            write(contentBlock, index, pagePosition, resultFacts, answerDraft.ascii(","));
        }
    }

    /** Writes a text block that says which call returns a block that is left out. */
    public static void writeLine(
            ContentBlock contentBlock, PagePosition pagePosition, ResultFacts resultFacts, AnswerDraft answerDraft) {
        String mimeType = contentBlock.mimeType() == null ? "" : " " + contentBlock.mimeType();
        answerDraft.ascii("{").member("type").string("text").member("text").ascii("\"[");
        String line = noun(contentBlock) + mimeType + ", " + size(contentBlock) + " bytes, left out: "
                + (resultFacts.hasUriCursors() ? "the resource " + SCHEME : resultFacts.readTool() + " with cursor ");
        ByteSink escapedLine = new ByteSink();
        JsonText.escape(Slice.of(line), escapedLine);
        answerDraft.raw(escapedLine.slice());
        answerDraft.cursorGap(pagePosition).ascii(" gives it]\"}");
    }

    /** Returns the sentence in place of a block that the client would give to its model as base64. */
    public static String notSentAsText(ContentBlock contentBlock) {
        String mimeType = contentBlock.mimeType() == null ? "" : " " + contentBlock.mimeType();
        return noun(contentBlock) + mimeType + ", " + size(contentBlock)
                + " bytes: not sent, because this client gives it to its model as base64, which would fill the context. "
                + "Answer without it, and tell the user that it exists. For the operator: imagesAsText: false sends it.";
    }

    /** Returns the number of bytes of a block's data, or of its text if it has no base64 data. */
    public static long size(ContentBlock contentBlock) {
        Slice base64 = contentBlock.base64();
        if (base64 == null) {
            return contentBlock.text() == null ? 0 : JsonText.unescapedLength(contentBlock.text());
        }
        int characters = base64.length();
        while (characters > 0 && base64.at(characters - 1) == '=') {
            characters--;
        }
        return characters * 3L / 4;
    }

    /** Returns the noun for a block in a sentence, such as {@code image} or {@code blob}. */
    public static String noun(ContentBlock contentBlock) {
        if (contentBlock.isAppPage()) {
            return "app page";
        }
        return contentBlock.type() == ContentBlock.Type.RESOURCE_BLOB
                ? "blob"
                : contentBlock.type().name().toLowerCase(Locale.ROOT);
    }
}

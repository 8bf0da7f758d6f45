package dev.plimsoll.shape.result;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.SlimMode;
import dev.plimsoll.policy.option.BudgetMeta;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.SurroundingBlocks;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.tokens.TokenCounter;
import dev.plimsoll.view.View;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result object of an answer: the shaped text as a text block and, if the client supports it, as
 * structured content, with the blocks around it.
 */
public final class ShapedResult {

    /** Format of fixed length, so that answers that differ only in a time have equal lengths. */
    private static final DateTimeFormatter MILLISECOND_FORMAT =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    /** Index for a main text that replaces no block of the original, and so gets a block of its own. */
    static final int NO_BLOCK = -1;

    /** Index for a main text that gets no content block, because it is only structured content, or empty. */
    static final int NOT_IN_BLOCK = -2;

    private static final Slice EMPTY = Slice.of("{}");

    /** Structured content for schemas that require it when the answer has only content blocks. */
    private static final Slice SEE_BLOCKS = new JsonWriter(64)
            .beginObject()
            .string("notice", "See the content blocks.")
            .endObject()
            .slice();

    private static final int SEE_BLOCKS_TOKENS = 12;

    private final ShapeRequest shapeRequest;
    private final ToolResult original;
    private final ShapedText shapedText;
    private final int mainBlock;
    private final @Nullable SurroundingBlocks surroundingBlocks;

    /** Number of copies of the main text that count: 2 if its text block and its structured content both count. */
    private final int copies;

    private final boolean isSlim;

    ShapedResult(
            ShapeRequest shapeRequest,
            ShapedText shapedText,
            int mainBlock,
            @Nullable SurroundingBlocks surroundingBlocks,
            int copies) {
        this.shapeRequest = shapeRequest;
        this.original = shapeRequest.content().result();
        this.shapedText = shapedText;
        this.mainBlock = mainBlock;
        this.surroundingBlocks = surroundingBlocks;
        this.copies = copies;
        this.isSlim = SlimMode.isShapedSlim(shapeRequest.view().policy());
    }

    public OutcomeKind outcome() {
        return shapedText.outcome();
    }

    /** Returns whether the answer is the target itself, with nothing cut and nothing around it changed. */
    public boolean isComplete() {
        return shapedText.isComplete() && (surroundingBlocks == null || surroundingBlocks.isUnchanged());
    }

    /** Returns the number of items in the list of which the answer shows a page; -1 if it shows no such page. */
    public long items() {
        AnswerHeader answerHeader = shapedText.header();
        return answerHeader == null ? -1 : answerHeader.total();
    }

    /** Returns whether the answer advises its caller to stop reading page after page. */
    public boolean hasAdviceAgainstPaging() {
        AnswerHeader answerHeader = shapedText.header();
        return answerHeader != null && answerHeader.hasAdviceAgainstPaging();
    }

    /** Formats a time for {@code _meta}. */
    static String formatTime(Instant instant) {
        return MILLISECOND_FORMAT.format(instant);
    }

    /** Returns the tokens of everything that a client could pass to a model; copies count as the policy says. */
    public int tokens() {
        int surroundingTokens = surroundingBlocks == null ? 0 : surroundingBlocks.tokens();
        return shapedTokens() + surroundingTokens + (hasOnlyBlocks() ? SEE_BLOCKS_TOKENS : 0);
    }

    /**
     * Returns the tokens of the shaped text. A text with a header is not a copy of structured content in the
     * declared form, so both count in that case.
     */
    private int shapedTokens() {
        AnswerDraft declaredForm = shapedText.declaredForm();
        boolean isSentTwice = declaredForm != null
                && isDeclaredForm()
                && shapedText.isJson()
                && canHaveStructured(shapeRequest)
                && matchesSchema();
        return isSentTwice && declaredForm != null
                ? shapedText.tokens() + declaredForm.tokens()
                : shapedText.tokens() * copies;
    }

    /** Returns the bytes of the unescaped text of one copy. */
    public int bytes() {
        return shapedText.bytes();
    }

    /** Returns the result object; {@code encodeCursor} encodes its cursors. */
    public byte[] result(Function<PagePosition, String> encodeCursor) {
        AnswerDraft.Totals totals = new AnswerDraft.Totals(
                tokens(), (long) shapeRequest.view().budget().tokens() - tokens());
        Slice text = Slice.of(shapedText.text().finish(encodeCursor, totals));
        ByteSink out = new ByteSink(text.length() * 2 + 1024)
                .ascii("{")
                .member("content")
                .ascii("[");
        int emptySize = out.size();
        writeAround(out, true, encodeCursor, totals, emptySize);
        if (mainBlock != NOT_IN_BLOCK) {
            writeMain(out, text, encodeCursor, totals, emptySize);
        }
        writeAround(out, false, encodeCursor, totals, emptySize);
        out.ascii("]");
        boolean isError = (shapeRequest.isFirstAnswer() && original.isError()) || !matchesSchema();
        if (shapedText.isJson() && canHaveStructured(shapeRequest) && !isError) {
            out.member("structuredContent").raw(isDeclaredForm() ? finishDeclaredForm(encodeCursor, totals) : text);
        }
        if (hasOnlyBlocks() && !isError) {
            out.member("structuredContent").raw(SEE_BLOCKS);
        }
        if (isError) {
            out.member("isError").bool(true);
        }
        if (shapeRequest.isFirstAnswer()) {
            original.otherMembers().forEach(member -> out.ascii(",").json(member, isSlim));
        }
        if (!shapeRequest.isFirstAnswer() || original.resultType() == null) {
            shapeRequest.client().writeResultType(out);
        }
        AnswerMeta answerMeta = AnswerMeta.of(shapeRequest.view().policy(), shapedText.header() != null);
        answerMeta
                .budget(totals)
                .page(
                        shapeRequest.view().policy().get(Policy.BUDGET_META) == BudgetMeta.NEVER
                                ? null
                                : pageMeta(encodeCursor, totals))
                .removedMembers(shapeRequest.facts().context().removedMembers())
                .writeMember(out, shapeRequest.isFirstAnswer() ? original.meta() : null);
        return out.ascii("}").toByteArray();
    }

    /** Returns whether the client validates this answer against the tool's own schema, which was not widened. */
    private boolean isDeclaredForm() {
        boolean isSlice = shapeRequest.view().policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
        return isSlice && shapeRequest.isSchemaBound() && (shapedText.header() != null || hasOnlyBlocks() || isPart());
    }

    /** Returns whether a schema requires structured content, but the answer has only content blocks. */
    private boolean hasOnlyBlocks() {
        return shapeRequest.isSchemaBound()
                && !shapedText.isJson()
                && !(shapeRequest.isFirstAnswer() && original.isError());
    }

    private boolean isPart() {
        View view = shapeRequest.view();
        return !view.path().isEmpty() || !view.fields().isEmpty() || view.blockIndex() >= 0;
    }

    /**
     * Returns whether the answer keeps the declared form. If not, it is sent as an error, because no schema applies
     * to errors.
     */
    boolean matchesSchema() {
        AnswerDraft declaredForm = shapedText.declaredForm();
        if (!isDeclaredForm()) {
            return true;
        }
        if (declaredForm == null || isPart()) {
            return false;
        }
        // the form of a member or a line is not the form of the document
        boolean isSameType = shapeRequest.content().original().hasType(Json.type(declaredForm.written()));
        return isSameType
                && shapeRequest
                        .view()
                        .budget()
                        .allows(shapedText.tokens() + declaredForm.tokens(), declaredForm.bytes());
    }

    private Slice finishDeclaredForm(Function<PagePosition, String> encodeCursor, AnswerDraft.Totals totals) {
        AnswerDraft declaredForm = shapedText.declaredForm();
        return declaredForm == null ? EMPTY : Slice.of(declaredForm.finish(encodeCursor, totals));
    }

    private void writeAround(
            ByteSink out,
            boolean isBeforeMain,
            Function<PagePosition, String> encodeCursor,
            AnswerDraft.Totals totals,
            int emptySize) {
        if (surroundingBlocks == null) {
            return;
        }
        for (SurroundingBlocks.Block block : surroundingBlocks.blocks()) {
            if (block.isBeforeMain() == isBeforeMain) {
                AnswerDraft rewritten = block.written();
                Slice raw = block.raw();
                out.ascii(out.size() == emptySize ? "" : ",");
                out.json(
                        rewritten != null
                                ? Slice.of(rewritten.finish(encodeCursor, totals))
                                : raw == null ? EMPTY : raw,
                        isSlim);
            }
        }
    }

    private void writeMain(
            ByteSink out,
            Slice text,
            Function<PagePosition, String> encodeCursor,
            AnswerDraft.Totals totals,
            int emptySize) {
        ContentBlock replacedBlock =
                mainBlock == NO_BLOCK ? null : original.blocks().get(mainBlock);
        ShapedText.Plain plain = replacedBlock != null && canHaveStructured(shapeRequest) && !isJson(replacedBlock)
                ? shapedText.plain()
                : null;
        AnswerDraft header = plain == null ? shapedText.headerText() : plain.headerText();
        Slice shownText = plain == null ? text : Slice.of(plain.text().finish(encodeCursor, totals));
        if (header != null) {
            ByteSink headerAndText =
                    new ByteSink(shownText.length() + 1024).raw(Slice.of(header.finish(encodeCursor, totals)));
            shownText = headerAndText.raw(shownText).slice();
        }
        out.ascii(out.size() == emptySize ? "" : ",");
        writeTextBlock(out, replacedBlock, shownText);
    }

    private static boolean isJson(ContentBlock contentBlock) {
        Slice text = contentBlock.text();
        return text == null || (!text.isEmpty() && (text.at(0) == '{' || text.at(0) == '['));
    }

    /** Writes the server's block, including its annotations, with another text; a binary block stays unchanged. */
    private void writeTextBlock(ByteSink out, @Nullable ContentBlock replacedBlock, Slice text) {
        Slice oldText = replacedBlock == null ? null : replacedBlock.text();
        boolean isWhole = shapedText.isComplete() && shapeRequest.view().path().isEmpty() && isWithinBytes(oldText);
        boolean isUnchanged = isWhole
                && (!isSlim || oldText == null || !Document.ofText(oldText).isJson());
        if (replacedBlock != null && (isUnchanged || replacedBlock.isBinary())) {
            out.json(replacedBlock.raw(), isSlim);
        } else if (replacedBlock == null || oldText == null || !(isWhole || shapeRequest.isFirstAnswer())) {
            out.ascii("{")
                    .member("type")
                    .string("text")
                    .member("text")
                    .string(text)
                    .ascii("}");
        } else {
            Slice raw = replacedBlock.raw();
            // the quotes around the text are excluded, so that no token is cut in two
            writeTyped(new Slice(raw.bytes(), raw.from(), oldText.from() - 1), replacedBlock, out)
                    .string(text);
            writeTyped(new Slice(raw.bytes(), oldText.to() + 1, raw.to()), replacedBlock, out);
        }
    }

    /**
     * Writes a range of a block. If the answer has records that were read from the block's text, its MIME type
     * becomes that of JSON.
     */
    private ByteSink writeTyped(Slice range, ContentBlock replacedBlock, ByteSink out) {
        Slice resource = shapedText.isJson() && hasRecords() ? Members.get(replacedBlock.raw(), "resource") : null;
        Slice type = resource == null ? null : Members.get(resource, "mimeType");
        if (type == null || type.from() < range.from() || type.to() > range.to()) {
            return out.json(range, isSlim);
        }
        out.json(new Slice(range.bytes(), range.from(), type.from()), isSlim).string("application/json");
        return out.json(new Slice(range.bytes(), type.to(), range.to()), isSlim);
    }

    private boolean hasRecords() {
        int blockIndex = original.blocks().size() == 1 ? View.DOCUMENT : mainBlock;
        return shapeRequest.content().records(blockIndex) != null;
    }

    /**
     * Returns whether a text is within the byte budget. A text formatted for reading may be much longer than its data.
     */
    private boolean isWithinBytes(@Nullable Slice text) {
        return text == null
                || JsonText.unescapedLength(text)
                        <= shapeRequest.view().budget().bytes() / copies;
    }

    /** Returns the value of {@code _meta["dev.plimsoll/page"]}; null if nothing was shaped. */
    private @Nullable Slice pageMeta(Function<PagePosition, String> encodeCursor, AnswerDraft.Totals totals) {
        AnswerHeader answerHeader = shapedText.header();
        if (answerHeader == null) {
            return null;
        }
        AnswerDraft answerDraft = new AnswerDraft(TokenCounter.chars());
        answerDraft
                .ascii("{")
                .member("snapshotAt")
                .string(formatTime(shapeRequest.facts().takenAt()))
                .ascii(",");
        answerHeader.writeMeta(answerDraft);
        return Slice.of(answerDraft.ascii("}").finish(encodeCursor, totals));
    }

    /**
     * Returns whether an answer that is JSON has structured content: the server sent some, the client supports it, and
     * the policy does not remove it.
     */
    static boolean canHaveStructured(ShapeRequest shapeRequest) {
        return shapeRequest.content().result().hasReceivedStructured()
                && shapeRequest.client().hasStructured()
                && shapeRequest.view().policy().get(Policy.OUTPUT_SCHEMA) != OutputSchema.STRIP;
    }
}

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

    /** Fixed length, so that equal answers have equal lengths. */
    private static final DateTimeFormatter MILLISECOND_FORMAT =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    /** Index for a main text that replaces no block of the original. */
    static final int NO_BLOCK = -1;

    /** Index for a main text that is in no content block. */
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
    private final int main;
    private final @Nullable SurroundingBlocks surroundingBlocks;
    private final int copies;
    private final boolean slim;

    ShapedResult(
            ShapeRequest shapeRequest,
            ShapedText shapedText,
            int main,
            @Nullable SurroundingBlocks surroundingBlocks,
            int copies) {
        this.shapeRequest = shapeRequest;
        this.original = shapeRequest.content().result();
        this.shapedText = shapedText;
        this.main = main;
        this.surroundingBlocks = surroundingBlocks;
        this.copies = copies;
        this.slim = SlimMode.slimsShaped(shapeRequest.view().policy());
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

    /** Returns whether the answer advises a caller who reads page after page. */
    public boolean advisesAgainstPaging() {
        AnswerHeader answerHeader = shapedText.header();
        return answerHeader != null && answerHeader.advisesAgainstPaging();
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
        AnswerDraft slice = shapedText.slice();
        boolean isSentTwice = slice != null
                && isDeclaredForm()
                && shapedText.isJson()
                && carriesStructured(shapeRequest)
                && matchesSchema();
        return isSentTwice && slice != null ? shapedText.tokens() + slice.tokens() : shapedText.tokens() * copies;
    }

    /** Returns the bytes of the unescaped text of one copy. */
    public int bytes() {
        return shapedText.bytes();
    }

    /** Returns the result object; {@code encodeCursor} encodes its cursors. */
    public byte[] result(Function<PagePosition, String> encodeCursor) {
        AnswerDraft.Totals totals = new AnswerDraft.Totals(
                tokens(), (long) shapeRequest.view().budget().tokens() - tokens());
        Slice text = Slice.of(shapedText.main().finish(encodeCursor, totals));
        ByteSink out = new ByteSink(text.length() * 2 + 1024)
                .ascii("{")
                .member("content")
                .ascii("[");
        int empty = out.size();
        writeAround(out, true, encodeCursor, totals, empty);
        if (main != NOT_IN_BLOCK) {
            writeMain(out, text, encodeCursor, totals, empty);
        }
        writeAround(out, false, encodeCursor, totals, empty);
        out.ascii("]");
        boolean error = (shapeRequest.isFirstAnswer() && original.isError()) || !matchesSchema();
        if (shapedText.isJson() && carriesStructured(shapeRequest) && !error) {
            out.member("structuredContent").raw(isDeclaredForm() ? structuredSlice(encodeCursor, totals) : text);
        }
        if (hasOnlyBlocks() && !error) {
            out.member("structuredContent").raw(SEE_BLOCKS);
        }
        if (error) {
            out.member("isError").bool(true);
        }
        if (shapeRequest.isFirstAnswer()) {
            original.otherMembers().forEach(member -> out.ascii(",").json(member, slim));
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
        boolean slice = shapeRequest.view().policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
        return slice && shapeRequest.isSchemaBound() && (shapedText.header() != null || hasOnlyBlocks() || isPart());
    }

    private boolean hasOnlyBlocks() {
        return shapeRequest.isSchemaBound()
                && !shapedText.isJson()
                && !(shapeRequest.isFirstAnswer() && original.isError());
    }

    private boolean isPart() {
        View view = shapeRequest.view();
        return !view.path().isEmpty() || !view.fields().isEmpty() || view.part() >= 0;
    }

    /**
     * Returns whether the answer keeps the declared form. If not, it is sent as an error, because no schema applies
     * to errors.
     */
    private boolean matchesSchema() {
        AnswerDraft slice = shapedText.slice();
        if (!isDeclaredForm()) {
            return true;
        }
        if (slice == null || isPart()) {
            return false;
        }
        // the form of a member or a line is not the form of the document
        boolean same = shapeRequest.content().original().hasType(Json.type(slice.written()));
        return same && shapeRequest.view().budget().allows(shapedText.tokens() + slice.tokens(), slice.bytes());
    }

    private Slice structuredSlice(Function<PagePosition, String> encodeCursor, AnswerDraft.Totals totals) {
        AnswerDraft slice = shapedText.slice();
        return slice == null ? EMPTY : Slice.of(slice.finish(encodeCursor, totals));
    }

    private void writeAround(
            ByteSink out,
            boolean before,
            Function<PagePosition, String> encodeCursor,
            AnswerDraft.Totals totals,
            int empty) {
        if (surroundingBlocks == null) {
            return;
        }
        for (SurroundingBlocks.Block block : surroundingBlocks.blocks()) {
            if (block.before() == before) {
                AnswerDraft written = block.written();
                Slice raw = block.raw();
                out.ascii(out.size() == empty ? "" : ",");
                out.json(
                        written != null ? Slice.of(written.finish(encodeCursor, totals)) : raw == null ? EMPTY : raw,
                        slim);
            }
        }
    }

    private void writeMain(
            ByteSink out,
            Slice text,
            Function<PagePosition, String> encodeCursor,
            AnswerDraft.Totals totals,
            int empty) {
        ContentBlock replaced = main == NO_BLOCK ? null : original.blocks().get(main);
        ShapedText.Plain plain =
                replaced != null && carriesStructured(shapeRequest) && !isJson(replaced) ? shapedText.plain() : null;
        AnswerDraft lead = plain == null ? shapedText.lead() : plain.lead();
        Slice shown = plain == null ? text : Slice.of(plain.text().finish(encodeCursor, totals));
        if (lead != null) {
            ByteSink joined = new ByteSink(shown.length() + 1024).raw(Slice.of(lead.finish(encodeCursor, totals)));
            shown = joined.raw(shown).slice();
        }
        out.ascii(out.size() == empty ? "" : ",");
        writeTextBlock(out, replaced, shown);
    }

    private static boolean isJson(ContentBlock contentBlock) {
        Slice text = contentBlock.text();
        return text == null || (!text.isEmpty() && (text.at(0) == '{' || text.at(0) == '['));
    }

    /** Writes the server's block, including its annotations, with another text; a binary block stays unchanged. */
    private void writeTextBlock(ByteSink out, @Nullable ContentBlock replaced, Slice text) {
        Slice old = replaced == null ? null : replaced.text();
        boolean isWhole = shapedText.isComplete() && shapeRequest.view().path().isEmpty() && isWithinBytes(old);
        boolean isUnchanged =
                isWhole && (!slim || old == null || !Document.ofText(old).json());
        if (replaced != null && (isUnchanged || replaced.isBinary())) {
            out.json(replaced.raw(), slim);
        } else if (replaced == null || old == null || !(isWhole || shapeRequest.isFirstAnswer())) {
            out.ascii("{")
                    .member("type")
                    .string("text")
                    .member("text")
                    .string(text)
                    .ascii("}");
        } else {
            Slice raw = replaced.raw();
            // the quotes around the text are excluded, so that no token is cut in two
            writeTyped(new Slice(raw.bytes(), raw.from(), old.from() - 1), replaced, out)
                    .string(text);
            writeTyped(new Slice(raw.bytes(), old.to() + 1, raw.to()), replaced, out);
        }
    }

    /**
     * Writes a range of a block. If the answer has records that were read from the block's text, its MIME type
     * becomes that of JSON.
     */
    private ByteSink writeTyped(Slice piece, ContentBlock replaced, ByteSink out) {
        Slice resource = shapedText.isJson() && hasRecords() ? Members.get(replaced.raw(), "resource") : null;
        Slice type = resource == null ? null : Members.get(resource, "mimeType");
        if (type == null || type.from() < piece.from() || type.to() > piece.to()) {
            return out.json(piece, slim);
        }
        out.json(new Slice(piece.bytes(), piece.from(), type.from()), slim).string("application/json");
        return out.json(new Slice(piece.bytes(), type.to(), piece.to()), slim);
    }

    private boolean hasRecords() {
        int part = original.blocks().size() == 1 ? View.DOCUMENT : main;
        return shapeRequest.content().records(part) != null;
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

    static boolean carriesStructured(ShapeRequest shapeRequest) {
        return shapeRequest.content().result().carriesStructured()
                && shapeRequest.client().structured()
                && shapeRequest.view().policy().get(Policy.OUTPUT_SCHEMA) != OutputSchema.STRIP;
    }
}

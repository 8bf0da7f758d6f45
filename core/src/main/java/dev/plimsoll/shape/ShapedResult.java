package dev.plimsoll.shape;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.OutputSchema;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.view.View;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A shaped text in its result: beside the unchanged blocks, as text and, if the client supports it, as structured
 * content.
 */
public final class ShapedResult {

    /** Fixed length, so that equal answers have equal lengths. */
    private static final DateTimeFormatter TO_THE_MILLISECOND =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    static final int NO_PART = -1;

    /** Index for a main text that is in no content block. */
    static final int NOWHERE = -2;

    private static final Slice EMPTY = Slice.of("{}");

    /** Structured content for schemas that require it when the answer consists of content blocks alone. */
    private static final Slice SEE_BLOCKS = Slice.of("{\"notice\":\"See the content blocks.\"}");

    private static final int SEE_BLOCKS_TOKENS = 12;

    private final ShapeRequest shapeRequest;
    private final ToolResult original;
    private final ShapedText shapedText;
    private final int main;
    private final @Nullable SurroundingBlocks surroundingBlocks;
    private final int copies;

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
    }

    public OutcomeKind outcome() {
        return shapedText.outcome();
    }

    /** Returns whether the answer is the target itself, with nothing cut and nothing around it changed. */
    public boolean whole() {
        return shapedText.whole() && (surroundingBlocks == null || surroundingBlocks.untouched());
    }

    /** Returns the number of items in the list of which the answer shows a page; -1 if it shows no such page. */
    public long items() {
        AnswerHeader answerHeader = shapedText.header();
        return answerHeader == null ? -1 : answerHeader.total();
    }

    /** Returns whether the answer advises a caller who reads page after page. */
    public boolean walks() {
        AnswerHeader answerHeader = shapedText.header();
        return answerHeader != null && answerHeader.walks();
    }

    /** Formats a time for {@code _meta}. */
    static String time(Instant instant) {
        return TO_THE_MILLISECOND.format(instant);
    }

    /** Returns the tokens of everything that a client could pass to a model; copies count as the policy says. */
    public int tokens() {
        int beside = surroundingBlocks == null ? 0 : surroundingBlocks.tokens();
        return shapedTokens() + beside + (blocksAlone() ? SEE_BLOCKS_TOKENS : 0);
    }

    /**
     * Returns the tokens of the shaped text. A text with a header is not a copy of the structured content in its
     * declared form, so then both count.
     */
    private int shapedTokens() {
        AnswerDraft slice = shapedText.slice();
        boolean both =
                slice != null && declared() && shapedText.json() && carriesStructured(shapeRequest) && conforms();
        return both && slice != null ? shapedText.tokens() + slice.tokens() : shapedText.tokens() * copies;
    }

    /** Returns the bytes of the unescaped text of one copy. */
    public int bytes() {
        return shapedText.bytes();
    }

    /** Returns the result object; {@code seal} encodes its cursors. */
    public byte[] result(Function<PagePosition, String> seal) {
        AnswerDraft.Totals totals = new AnswerDraft.Totals(
                tokens(), (long) shapeRequest.view().budget().tokens() - tokens());
        Slice text = Slice.of(shapedText.main().finished(seal, totals));
        ByteSink out = new ByteSink(text.length() * 2 + 1024).ascii("{\"content\":[");
        int empty = out.size();
        around(out, true, seal, totals, empty);
        if (main != NOWHERE) {
            main(out, text, seal, totals, empty);
        }
        around(out, false, seal, totals, empty);
        out.ascii("]");
        boolean error = (shapeRequest.fresh() && original.error()) || !conforms();
        if (shapedText.json() && carriesStructured(shapeRequest) && !error) {
            out.ascii(",\"structuredContent\":").raw(declared() ? sliced(seal, totals) : text);
        }
        if (blocksAlone() && !error) {
            out.ascii(",\"structuredContent\":").raw(SEE_BLOCKS);
        }
        out.ascii(error ? ",\"isError\":true" : "");
        if (shapeRequest.fresh()) {
            original.others().forEach(member -> out.ascii(",").json(member));
        }
        out.ascii(
                shapeRequest.fresh() && original.tag() != null
                        ? ""
                        : shapeRequest.client().tag());
        AnswerMeta answerMeta = AnswerMeta.of(shapeRequest.view().policy(), shapedText.header() != null);
        answerMeta
                .budget(totals)
                .page(page(seal, totals))
                .leftOut(shapeRequest.about().occasion().leftOut())
                .writeMember(out, shapeRequest.fresh() ? original.meta() : null);
        return out.ascii("}").toByteArray();
    }

    /** Returns whether the client validates this answer against the tool's own schema, unwidened. */
    private boolean declared() {
        boolean slice = shapeRequest.view().policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
        return slice && shapeRequest.bound() && (shapedText.header() != null || blocksAlone() || isPart());
    }

    private boolean blocksAlone() {
        return shapeRequest.bound() && !shapedText.json() && !(shapeRequest.fresh() && original.error());
    }

    private boolean isPart() {
        View view = shapeRequest.view();
        return !view.path().isEmpty() || !view.fields().isEmpty() || view.part() >= 0;
    }

    /**
     * Returns whether the answer keeps the declared form. If not, it is sent as an error, the only answer to which no
     * schema applies.
     */
    private boolean conforms() {
        AnswerDraft slice = shapedText.slice();
        if (!declared()) {
            return true;
        }
        if (slice == null || isPart()) {
            return false;
        }
        // the form of a member or a line is not the form of the document
        boolean same = shapeRequest.content().original().is(Json.type(slice.written()));
        return same && shapeRequest.view().budget().holds(shapedText.tokens() + slice.tokens(), slice.bytes());
    }

    private Slice sliced(Function<PagePosition, String> seal, AnswerDraft.Totals totals) {
        AnswerDraft slice = shapedText.slice();
        return slice == null ? EMPTY : Slice.of(slice.finished(seal, totals));
    }

    private void around(
            ByteSink out, boolean before, Function<PagePosition, String> seal, AnswerDraft.Totals totals, int empty) {
        if (surroundingBlocks == null) {
            return;
        }
        for (SurroundingBlocks.Block block : surroundingBlocks.blocks()) {
            if (block.before() == before) {
                AnswerDraft written = block.written();
                Slice raw = block.raw();
                out.ascii(out.size() == empty ? "" : ",");
                out.json(written != null ? Slice.of(written.finished(seal, totals)) : raw == null ? EMPTY : raw);
            }
        }
    }

    private void main(
            ByteSink out, Slice text, Function<PagePosition, String> seal, AnswerDraft.Totals totals, int empty) {
        ContentBlock replaced = main == NO_PART ? null : original.parts().get(main);
        ShapedText.Plain plain =
                replaced != null && carriesStructured(shapeRequest) && !isJson(replaced) ? shapedText.plain() : null;
        AnswerDraft lead = plain == null ? shapedText.lead() : plain.lead();
        if (lead != null) {
            out.ascii(out.size() == empty ? "" : ",").ascii("{\"type\":\"text\",\"text\":");
            out.string(Slice.of(lead.finished(seal, totals))).ascii("}");
        }
        out.ascii(out.size() == empty ? "" : ",");
        textBlock(out, replaced, plain == null ? text : Slice.of(plain.text().finished(seal, totals)));
    }

    private static boolean isJson(ContentBlock contentBlock) {
        Slice text = contentBlock.text();
        return text == null || (!text.isEmpty() && (text.at(0) == '{' || text.at(0) == '['));
    }

    /** Writes the server's block, including its annotations, with another text; a binary block stays unchanged. */
    private void textBlock(ByteSink out, @Nullable ContentBlock replaced, Slice text) {
        Slice old = replaced == null ? null : replaced.text();
        boolean asItCame = shapedText.whole() && shapeRequest.view().path().isEmpty() && isWithinBytes(old);
        if (replaced != null && (asItCame || replaced.isBinary())) {
            out.json(replaced.raw());
        } else if (replaced == null || old == null || !shapeRequest.fresh()) {
            out.ascii("{\"type\":\"text\",\"text\":").string(text).ascii("}");
        } else {
            Slice raw = replaced.raw();
            // the quotes around the text are excluded, so that both sides consist of whole tokens
            typed(new Slice(raw.bytes(), raw.from(), old.from() - 1), replaced, out)
                    .string(text);
            typed(new Slice(raw.bytes(), old.to() + 1, raw.to()), replaced, out);
        }
    }

    /** Writes a piece of a block; if the answer is records that were read from its text, with the MIME type of JSON. */
    private ByteSink typed(Slice piece, ContentBlock replaced, ByteSink out) {
        Slice resource = shapedText.json() && isData() ? Members.get(replaced.raw(), "resource") : null;
        Slice type = resource == null ? null : Members.get(resource, "mimeType");
        if (type == null || type.from() < piece.from() || type.to() > piece.to()) {
            return out.json(piece);
        }
        out.json(new Slice(piece.bytes(), piece.from(), type.from())).ascii("\"application/json\"");
        return out.json(new Slice(piece.bytes(), type.to(), piece.to()));
    }

    private boolean isData() {
        int part = original.parts().size() == 1 ? View.DOCUMENT : main;
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
    private @Nullable Slice page(Function<PagePosition, String> seal, AnswerDraft.Totals totals) {
        AnswerHeader answerHeader = shapedText.header();
        if (answerHeader == null) {
            return null;
        }
        AnswerDraft answerDraft = new AnswerDraft(TokenCounter.chars());
        answerDraft
                .ascii("{\"snapshotAt\":")
                .string(time(shapeRequest.about().takenAt()))
                .ascii(",");
        answerHeader.writeMeta(answerDraft);
        return Slice.of(answerDraft.ascii("}").finished(seal, totals));
    }

    static boolean carriesStructured(ShapeRequest shapeRequest) {
        return shapeRequest.content().result().structured() != null
                && shapeRequest.client().structured()
                && shapeRequest.view().policy().get(Policy.OUTPUT_SCHEMA) != OutputSchema.STRIP;
    }
}

package dev.plimsoll.shape;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.model.Part;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.OutputSchema;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.view.View;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A shaped text put in its place in a result: beside the blocks that stay, as text and where the client knows it as structured content. */
public final class Answer {

    /** Always as long, so that the same answer is. */
    private static final DateTimeFormatter TO_THE_MILLISECOND =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    static final int NO_PART = -1;

    /** The main text stands in no content block at all. */
    static final int NOWHERE = -2;

    private static final Slice EMPTY = Slice.of("{}");

    /** For schemas that ask for structured content where the answer is content blocks alone. */
    private static final Slice SEE_BLOCKS = Slice.of("{\"notice\":\"See the content blocks.\"}");

    private static final int SEE_BLOCKS_TOKENS = 12;

    private final Request request;
    private final ToolResult original;
    private final Shaped shaped;
    private final int main;
    private final @Nullable Around around;
    private final int copies;

    Answer(Request request, Shaped shaped, int main, @Nullable Around around, int copies) {
        this.request = request;
        this.original = request.content().result();
        this.shaped = shaped;
        this.main = main;
        this.around = around;
        this.copies = copies;
    }

    public Outcome outcome() {
        return shaped.outcome();
    }

    /** Whether the answer is the target itself, with nothing cut and nothing around it changed. */
    public boolean whole() {
        return shaped.whole() && (around == null || around.untouched());
    }

    /** How many there are in the list that it shows a page of; -1 when it shows no such page. */
    public long items() {
        Header header = shaped.header();
        return header == null ? -1 : header.total();
    }

    /** Whether it tells who reads page after page of a better way. */
    public boolean walks() {
        Header header = shaped.header();
        return header != null && header.walks();
    }

    /** A time as {@code _meta} has it. */
    static String time(Instant instant) {
        return TO_THE_MILLISECOND.format(instant);
    }

    /** Of everything a client could feed to a model, copies as the policy counts them. */
    public int tokens() {
        int beside = around == null ? 0 : around.tokens();
        return shapedTokens() + beside + (blocksAlone() ? SEE_BLOCKS_TOKENS : 0);
    }

    /** A text with a header is no copy of the document that stands beside it as its schema declares it. */
    private int shapedTokens() {
        Draft slice = shaped.slice();
        boolean both = slice != null && declared() && shaped.json() && carriesStructured(request) && conforms();
        return both && slice != null ? shaped.tokens() + slice.tokens() : shaped.tokens() * copies;
    }

    /** Unescaped text of one copy. */
    public int bytes() {
        return shaped.bytes();
    }

    /** The result object, its cursors made by {@code seal}. */
    public byte[] result(Function<Seat, String> seal) {
        Draft.Totals totals =
                new Draft.Totals(tokens(), (long) request.view().budget().tokens() - tokens());
        Slice text = Slice.of(shaped.main().finished(seal, totals));
        ByteSink out = new ByteSink(text.length() * 2 + 1024).ascii("{\"content\":[");
        int empty = out.size();
        around(out, true, seal, totals, empty);
        if (main != NOWHERE) {
            main(out, text, seal, totals, empty);
        }
        around(out, false, seal, totals, empty);
        out.ascii("]");
        boolean error = (request.fresh() && original.error()) || !conforms();
        if (shaped.json() && carriesStructured(request) && !error) {
            out.ascii(",\"structuredContent\":").raw(declared() ? sliced(seal, totals) : text);
        }
        if (blocksAlone() && !error) {
            out.ascii(",\"structuredContent\":").raw(SEE_BLOCKS);
        }
        out.ascii(error ? ",\"isError\":true" : "");
        if (request.fresh()) {
            original.others().forEach(member -> out.ascii(",").json(member));
        }
        out.ascii(
                request.fresh() && original.tag() != null
                        ? ""
                        : request.client().tag());
        Meta meta = Meta.of(request.view().policy(), shaped.header() != null);
        meta.budget(totals)
                .page(page(seal, totals))
                .leftOut(request.about().occasion().leftOut())
                .writeMember(out, request.fresh() ? original.meta() : null);
        return out.ascii("}").toByteArray();
    }

    /** Whether the client holds this answer against the tool's own schema, unwidened. */
    private boolean declared() {
        boolean slice = request.view().policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
        return slice && request.bound() && (shaped.header() != null || blocksAlone() || isPart());
    }

    private boolean blocksAlone() {
        return request.bound() && !shaped.json() && !(request.fresh() && original.error());
    }

    private boolean isPart() {
        View view = request.view();
        return !view.path().isEmpty() || !view.fields().isEmpty() || view.part() >= 0;
    }

    /** A form that cannot keep the declared shape goes out as an error: the one answer that no schema binds. */
    private boolean conforms() {
        Draft slice = shaped.slice();
        if (!declared()) {
            return true;
        }
        if (slice == null || isPart()) {
            return false;
        }
        // a member's or a line's own form is not the form of the document
        boolean same = request.content().original().is(Json.type(slice.written()));
        return same && request.view().budget().holds(shaped.tokens() + slice.tokens(), slice.bytes());
    }

    private Slice sliced(Function<Seat, String> seal, Draft.Totals totals) {
        Draft slice = shaped.slice();
        return slice == null ? EMPTY : Slice.of(slice.finished(seal, totals));
    }

    private void around(ByteSink out, boolean before, Function<Seat, String> seal, Draft.Totals totals, int empty) {
        if (around == null) {
            return;
        }
        for (Around.Block block : around.blocks()) {
            if (block.before() == before) {
                Draft written = block.written();
                Slice raw = block.raw();
                out.ascii(out.size() == empty ? "" : ",");
                out.json(written != null ? Slice.of(written.finished(seal, totals)) : raw == null ? EMPTY : raw);
            }
        }
    }

    private void main(ByteSink out, Slice text, Function<Seat, String> seal, Draft.Totals totals, int empty) {
        Part replaced = main == NO_PART ? null : original.parts().get(main);
        Shaped.Plain plain =
                replaced != null && carriesStructured(request) && !isJson(replaced) ? shaped.plain() : null;
        Draft lead = plain == null ? shaped.lead() : plain.lead();
        if (lead != null) {
            out.ascii(out.size() == empty ? "" : ",").ascii("{\"type\":\"text\",\"text\":");
            out.string(Slice.of(lead.finished(seal, totals))).ascii("}");
        }
        out.ascii(out.size() == empty ? "" : ",");
        textBlock(out, replaced, plain == null ? text : Slice.of(plain.text().finished(seal, totals)));
    }

    private static boolean isJson(Part part) {
        Slice text = part.text();
        return text == null || (!text.isEmpty() && (text.at(0) == '{' || text.at(0) == '['));
    }

    /** A block as the upstream made it, annotations and all, with another text; binary ones as they are. */
    private void textBlock(ByteSink out, @Nullable Part replaced, Slice text) {
        Slice old = replaced == null ? null : replaced.text();
        boolean asItCame = shaped.whole() && request.view().path().isEmpty() && isWithinBytes(old);
        if (replaced != null && (asItCame || replaced.isBinary())) {
            out.json(replaced.raw());
        } else if (replaced == null || old == null || !request.fresh()) {
            out.ascii("{\"type\":\"text\",\"text\":").string(text).ascii("}");
        } else {
            Slice raw = replaced.raw();
            // the quotes around the text go with it: what is left on either side is whole tokens
            typed(new Slice(raw.bytes(), raw.from(), old.from() - 1), replaced, out)
                    .string(text);
            typed(new Slice(raw.bytes(), old.to() + 1, raw.to()), replaced, out);
        }
    }

    /** A piece of a block; where the answer is records that were read from the text, with their MIME type. */
    private ByteSink typed(Slice piece, Part replaced, ByteSink out) {
        Slice resource = shaped.json() && isData() ? Members.get(replaced.raw(), "resource") : null;
        Slice type = resource == null ? null : Members.get(resource, "mimeType");
        if (type == null || type.from() < piece.from() || type.to() > piece.to()) {
            return out.json(piece);
        }
        out.json(new Slice(piece.bytes(), piece.from(), type.from())).ascii("\"application/json\"");
        return out.json(new Slice(piece.bytes(), type.to(), piece.to()));
    }

    private boolean isData() {
        int part = original.parts().size() == 1 ? View.DOCUMENT : main;
        return request.content().records(part) != null;
    }

    /** A text that is laid out for reading may be much longer than what it says, and than it may be. */
    private boolean isWithinBytes(@Nullable Slice text) {
        return text == null
                || JsonText.unescapedLength(text) <= request.view().budget().bytes() / copies;
    }

    /** What stands in {@code _meta["dev.plimsoll/page"]}; null when nothing was shaped. */
    private @Nullable Slice page(Function<Seat, String> seal, Draft.Totals totals) {
        Header header = shaped.header();
        if (header == null) {
            return null;
        }
        Draft draft = new Draft(TokenCounter.chars());
        draft.ascii("{\"snapshotAt\":").string(time(request.about().takenAt())).ascii(",");
        header.writeMeta(draft);
        return Slice.of(draft.ascii("}").finished(seal, totals));
    }

    static boolean carriesStructured(Request request) {
        return request.content().result().structured() != null
                && request.client().structured()
                && request.view().policy().get(Policy.OUTPUT_SCHEMA) != OutputSchema.STRIP;
    }
}

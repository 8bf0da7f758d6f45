package dev.plimsoll.shape;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.measure.Estimator;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.Part;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** A prompt within its budget: long messages cut, with a notice and a link to the whole; the last ones left out if need be. */
public final class PromptAnswer {

    // what the word about the rest costs
    private static final int REST_TOKENS = 90;
    private static final Slice USER = Slice.of("\"user\"");

    private final Request request;
    private final List<Slice> messages;
    private final TokenCounter counter;
    private final List<Draft> written = new ArrayList<>();
    private int tokens;
    private int bytes;

    private PromptAnswer(Request request, List<Slice> messages) {
        this.request = request;
        this.messages = messages;
        this.counter = request.view().policy().get(Policy.ESTIMATOR).written();
    }

    /**
     * The answer for a kept prompt.
     *
     * @param messages the prompt's messages as they came, one for each block of the kept result
     * @throws BudgetTooSmallException when not even a word about it fits
     */
    public static PromptAnswer to(Request request, List<Slice> messages) {
        PromptAnswer answer = new PromptAnswer(request, messages);
        answer.write();
        Budget budget = request.view().budget();
        if (!budget.holds(answer.tokens, answer.bytes)) {
            throw new BudgetTooSmallException(budget);
        }
        return answer;
    }

    public int tokens() {
        return tokens;
    }

    /** The result object, its cursors made by {@code seal}. */
    public byte[] result(Function<Seat, String> seal) {
        ToolResult original = request.content().result();
        Draft.Totals totals =
                new Draft.Totals(tokens, (long) request.view().budget().tokens() - tokens);
        ByteSink out = new ByteSink(2 * bytes + 1024).ascii("{\"messages\":[");
        for (int i = 0; i < written.size(); i++) {
            out.ascii(i == 0 ? "" : ",").raw(Slice.of(written.get(i).finished(seal, totals)));
        }
        out.ascii("]");
        original.others().forEach(member -> out.ascii(",").json(member));
        out.ascii(original.tag() != null ? "" : request.client().tag());
        Meta.of(request.view().policy(), true).budget(totals).writeMember(out, original.meta());
        return out.ascii("}").toByteArray();
    }

    private void write() {
        List<Part> parts = request.content().result().parts();
        PromptShares shares = PromptShares.of(parts, request.view().budget(), counter);
        int shown = parts.size();
        long share = shares.of(shown, 0);
        while (shown > 0 && share < PromptShares.LEAST) {
            shown = Math.min(shown - 1, shown * 9 / 10);
            share = shares.of(shown, REST_TOKENS);
        }
        for (int i = 0; i < shown; i++) {
            message(i, parts.get(i), shares, share);
        }
        if (shown < parts.size()) {
            rest(shown, parts.size());
        }
    }

    private void message(int index, Part part, PromptShares shares, long share) {
        boolean large =
                part.isBinary() && Links.size(part) > request.view().policy().get(Policy.BINARY_BYTES);
        if (shares.fits(index, share) && !large) {
            Draft whole = new Draft(counter);
            whole.json(messages.get(index));
            add(whole, shares.cost(index), part.isBinary() ? 0 : part.raw().length());
        } else if (part.isBinary()) {
            binary(index, part);
        } else if (part.text() == null) {
            stub(index, part);
        } else {
            text(index, part, shares.budget(share));
        }
    }

    private void add(Draft message, long itsTokens, long itsBytes) {
        written.add(message);
        tokens = (int) Math.min(Integer.MAX_VALUE, tokens + itsTokens);
        bytes = (int) Math.min(Integer.MAX_VALUE, bytes + itsBytes);
    }

    /** A message of ours: what a model reads of it is what it costs. */
    private void add(int index, Draft content) {
        Draft message = new Draft(counter);
        Slice role = Members.get(messages.get(index), "role");
        message.ascii("{\"role\":").raw(role == null ? USER : role).ascii(",\"content\":");
        add(message.append(content).ascii("}"), content.tokens(), content.bytes());
    }

    private void binary(int index, Part part) {
        Seat seat = new Seat(request.view().withPart(index).withMode(Mode.FULL), Position.FIRST);
        Draft link = new Draft(counter);
        if (request.client().links()) {
            Links.write(part, index, seat, request.about(), link);
        } else {
            Links.writeLine(part, seat, request.about(), link);
        }
        add(index, link);
    }

    private Seat whole(int index) {
        return new Seat(request.view().withPart(index), Position.FIRST);
    }

    private void stub(int index, Part part) {
        Draft stub = new Draft(counter, true);
        stub.ascii("{\"type\":\"text\",\"text\":\"[" + part.raw().length() + " bytes left out: the resource ");
        add(index, stub.cursor(whole(index)).ascii("]\"}"));
    }

    private void text(int index, Part part, Budget share) {
        boolean links = request.client().links();
        Draft link = new Draft(counter, true);
        if (links) {
            Links.writePage(part, index, whole(index), request.about(), link);
        }
        Document document = request.content().text(index);
        Slice raw = part.raw();
        Slice old = Objects.requireNonNull(part.text());
        // the quotes around the text go with it: what is left on either side is whole tokens
        Slice before = new Slice(raw.bytes(), raw.from(), old.from() - 1);
        Slice after = new Slice(raw.bytes(), old.to() + 1, raw.to());
        Budget room = share.less(link.tokens(), link.bytes())
                .less(counter.count(before) + counter.count(after) + 2, before.length() + after.length());
        Draft cut;
        try {
            cut = document.json() ? shaped(index, document, room) : cut(index, document.bytes(), room);
        } catch (BudgetTooSmallException e) {
            stub(index, part);
            return;
        }
        add(
                index,
                new Draft(counter)
                        .json(before)
                        .ascii("\"")
                        .append(cut)
                        .ascii("\"")
                        .json(after));
        if (links) {
            add(index, link);
        }
    }

    /** Never broken: JSON is shaped like the result of a tool. */
    private Draft shaped(int index, Document document, Budget room) {
        View view = request.view().withPart(index).withBudget(room);
        Estimator estimator = view.policy().get(Policy.ESTIMATOR);
        Task task = new Task(
                request.about(),
                Target.of(document),
                view,
                Position.FIRST,
                room,
                room,
                counter,
                estimator.about(),
                false);
        return new Shaping(task, request.content(), false).shaped(1).main().escaped();
    }

    private Draft cut(int index, Slice text, Budget room) {
        int end = Utf8.graphemeFloor(text, Math.min(text.length(), room.bytes()));
        while (true) {
            Draft cut = noticed(index, text, end);
            if (end == 0 || room.holds(cut.tokens(), cut.bytes())) {
                return cut;
            }
            double most = Math.min(0.9, (double) room.tokens() / Math.max(1, cut.tokens()));
            int shorter = (int) (end * most);
            end = shorter == 0 ? 0 : Math.min(shorter, Utf8.graphemeFloor(text, shorter));
        }
    }

    private Draft noticed(int index, Slice text, int end) {
        Draft draft = new Draft(counter, true);
        draft.ascii("[Cut: the first " + Utf8.codePoints(text.sub(0, end)) + " of " + Utf8.codePoints(text)
                + " characters. All of it: the resource ");
        if (request.client().links()) {
            draft.ascii("linked next");
        } else {
            draft.cursor(whole(index));
        }
        ByteSink escaped = new ByteSink(end + 64);
        JsonText.escape(text.sub(0, end), escaped);
        return draft.ascii("]\\n").raw(escaped.slice());
    }

    private void rest(int shown, int all) {
        View view =
                request.view().withPart(View.BLOCKS).withMode(Mode.PAGINATED).startingAt(shown);
        Draft rest = new Draft(counter, true);
        rest.ascii("{\"type\":\"text\",\"text\":\"[" + (all - shown) + " more messages left out: the resource ");
        Position at = new Position(shown, 1);
        add(all - 1, rest.cursor(new Seat(view, at)).ascii("]\"}"));
    }
}

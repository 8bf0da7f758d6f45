package dev.plimsoll;

import dev.plimsoll.Archive.Opened;
import dev.plimsoll.json.Pieces;
import dev.plimsoll.json.Slice;
import dev.plimsoll.live.Live;
import dev.plimsoll.measure.Copies;
import dev.plimsoll.measure.Cost;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.Client;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.Part;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ResourceResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.CountCopies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.session.Allowance;
import dev.plimsoll.shape.About;
import dev.plimsoll.shape.Answer;
import dev.plimsoll.shape.Answers;
import dev.plimsoll.shape.BudgetTooSmallException;
import dev.plimsoll.shape.Inquiry;
import dev.plimsoll.shape.Meta;
import dev.plimsoll.shape.Occasion;
import dev.plimsoll.shape.PromptAnswer;
import dev.plimsoll.shape.Request;
import dev.plimsoll.shape.Seat;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.View;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One look at a kept result: finds the page that is asked for and has it made. */
final class Reading {

    private static final String LINK = "plimsoll://blob/";

    private final Opened opened;
    private final Cursors cursors;
    private final ToolCall call;
    private final boolean fresh;
    private final boolean named;
    private final @Nullable Allowance allowance;

    /**
     * A look for this call.
     *
     * @param fresh whether it answers the call that the tool ran for
     * @param named whether it answers a call of the tool by its own name, run or not
     */
    Reading(Opened opened, Cursors cursors, ToolCall call, boolean fresh, boolean named) {
        this(opened, cursors, call, fresh, named, null);
    }

    private Reading(
            Opened opened,
            Cursors cursors,
            ToolCall call,
            boolean fresh,
            boolean named,
            @Nullable Allowance allowance) {
        this.allowance = allowance;
        this.opened = opened;
        this.cursors = cursors;
        this.call = call;
        this.fresh = fresh;
        this.named = named;
    }

    /** The same with no more than the session leaves for it; with any budget where that is null. */
    Reading within(@Nullable Allowance left) {
        return left == null ? this : new Reading(opened, cursors, call, fresh, named, left);
    }

    /** The same look at another result. */
    Reading of(Opened other) {
        return new Reading(other, cursors, call, fresh, named, allowance);
    }

    private Request request(View view, Position at, int pages) {
        return new Request(opened.content(view), about(view), call.client(), view, at, pages, fresh, named);
    }

    /** What a view says first where its call came too often: the one that gets more of the result. */
    String instead(ViewChange change) {
        return Answers.instead(request(change.view(), change.at(), 1));
    }

    Sealed answer(ViewChange change, ReadArguments asked) {
        View view = change.view();
        Cost whole = original(view);
        if (whole != null) {
            return original(view, whole);
        }
        int pages = Math.max(1, asked.lastPage() - asked.page() + 1);
        Request request = within(at(request(view, change.at(), pages), asked));
        Answer answer = Answers.to(request);
        Slice result = Slice.of(answer.result(cursors.sealing(opened, call.caller())));
        boolean all = view.path().isEmpty() && view.part() == View.DOCUMENT;
        Question question =
                fresh && call.client().asks() && answer.outcome() == Outcome.GUIDED ? question(request) : null;
        return new Sealed(
                result,
                answer.outcome(),
                answer.tokens(),
                all && answer.whole(),
                answer.items(),
                question,
                answer.walks());
    }

    /** From the same place on, in a view that costs no more than the session leaves. */
    private Request within(Request request) {
        View view = request.view();
        Allowance left = allowance;
        int most = left == null ? Integer.MAX_VALUE : left.most();
        boolean full = view.mode() == Mode.FULL && view.policy().get(Policy.FULL_BUDGET_THRESHOLD) > most;
        if (left == null || (view.budget().tokens() <= most && !full)) {
            return request;
        }
        View lower = view.within(left.applied(view.policy()), most, request.at().start(), left.told());
        return request(lower, lower.first(), request.pages());
    }

    private @Nullable Question question(Request request) {
        Inquiry inquiry = Answers.inquiry(request);
        if (inquiry == null || request.about().uris()) {
            return null;
        }
        View view = request.view();
        String state = cursors.sealing(opened, call.caller()).apply(new Seat(view, request.at()));
        return new Question(
                inquiry.message(), inquiry.schema(), state, view.policy().get(Policy.ELICIT_TIMEOUT));
    }

    /** The view that a user wants who was asked about this one; null when the response says nothing to go by. */
    private @Nullable View chosen(View view, Position at, Slice response) {
        Request request = request(view, at, 1);
        Inquiry inquiry = Answers.inquiry(request);
        return inquiry == null ? null : inquiry.chosen(view, response);
    }

    /** The answer that a user wants; null where that cannot be had: too costly a search, too small a budget. */
    @Nullable Sealed narrowed(Cursors.Found found, Slice response) {
        try {
            View chosen = chosen(found.view(), found.at(), response);
            return chosen == null ? null : answer(new ViewChange(chosen, chosen.first()), ReadArguments.NONE);
        } catch (RefusedException | BudgetTooSmallException cannot) {
            return null;
        }
    }

    Sealed prompt(View view, List<Slice> messages) {
        Request request =
                new Request(opened.content(view), about(view), call.client(), view, Position.FIRST, 1, true, true);
        PromptAnswer answer = PromptAnswer.to(request, messages);
        Slice result = Slice.of(answer.result(cursors.sealing(opened, call.caller())));
        return new Sealed(result, Outcome.CHUNKED, answer.tokens(), false);
    }

    private About about(View view) {
        String name = opened.notes().name();
        return new About(
                name.isEmpty() ? call.shownTool() : name,
                name.isEmpty() ? call.tool() : name,
                call.client().readTool(),
                opened.notes().tokens(),
                opened.notes().exact(),
                opened.bytes(),
                opened.snapshot().takenAt(),
                opened.notes().more(),
                !name.isEmpty(),
                new Occasion(
                        fresh,
                        millis(),
                        cursors.age(opened),
                        call.arguments(),
                        view.told(),
                        opened.leftOut(view),
                        !fresh && opened.changed()));
    }

    private long millis() {
        Live live = opened.live();
        return live == null
                ? call.sourceMillis()
                : call.sourceMillis() + live.rows().millis();
    }

    /** The same request at the page that is asked for by number or direction. */
    private static Request at(Request request, ReadArguments asked) {
        int page = asked.page() > 0
                ? asked.page()
                : asked.previous() ? request.at().previousPage() : 0;
        if (page < 1 && asked.previous()) {
            throw nothingBefore();
        }
        if (page <= 1) {
            Position same = new Position(request.at().start(), request.at().page());
            return request.at(page == 1 ? request.view().first() : same);
        }
        int start = Answers.startOf(request.at(request.view().first()), page);
        if (start < 0) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST, "page " + page + " is behind the last page", "page: 1")
                    .detail("argument", "page");
        }
        return request.at(new Position(start, page));
    }

    static RefusedException nothingBefore() {
        return new RefusedException(ErrorCode.INVALID_REQUEST, "there is no page before the first", "direction: next")
                .detail("argument", "direction");
    }

    /** What the original itself costs, unwrapped, where that is what this view gives; else null. */
    private @Nullable Cost original(View view) {
        boolean all = view.mode() == Mode.FULL && view.path().isEmpty() && view.part() == View.DOCUMENT;
        if (!all || !view.fields().isEmpty()) {
            return null;
        }
        int full = view.policy().get(Policy.FULL_BUDGET_THRESHOLD);
        int most = allowance == null ? full : Math.min(full, allowance.most());
        Cost cost = cost(view, most);
        return cost.tokens() <= most && belowCeiling(view) ? cost : null;
    }

    /** What the whole costs; where that is known about, it is looked at again for this limit. */
    private Cost cost(View view, int most) {
        Notes notes = opened.notes();
        // what is for an app is not in the notes' count
        boolean known = notes.exact() && notes.share() == AppShare.NONE;
        if (known || opened.live() != null) {
            int tokens = (int) Math.min(Integer.MAX_VALUE, notes.tokens());
            return new Cost(tokens, notes.exact(), opened.bytes(), 0);
        }
        ToolResult result = opened.content(view).result();
        boolean sum = view.policy().get(Policy.COUNT_COPIES) == CountCopies.SUM;
        BitSet copies = Copies.counted(result, Copies.in(result));
        return new ResultMeter(view.policy().get(Policy.ESTIMATOR), sum)
                .cost(result, copies, most, Long.MAX_VALUE, false);
    }

    /** A client that cannot take it whole gets its first part. */
    private boolean belowCeiling(View view) {
        ToolResult result = opened.content(view).result();
        Integer ceiling = view.policy().find(Policy.BYTE_CEILING);
        boolean sum = view.policy().get(Policy.COUNT_COPIES) == CountCopies.SUM;
        return ceiling == null || ResultMeter.bytes(result, Copies.in(result), sum) <= ceiling;
    }

    private Sealed original(View view, Cost cost) {
        ToolResult original = opened.content(view).result();
        About about = about(view);
        int threshold = view.budget().tokens();
        Pieces result = about.occasion().changed()
                ? Meta.changed(original, view.policy(), cost.tokens(), threshold, about)
                : Meta.passing(original, view.policy(), cost.tokens(), threshold);
        return new Sealed(result.joined(), Outcome.READ, cost.tokens(), true);
    }

    static @Nullable String cursorIn(String uri) {
        return uri.startsWith(LINK) ? uri.substring(LINK.length()) : null;
    }

    static Slice blob(Cursors.Found found, PlimsollUri asked, String uri, Client client) {
        Part page = part(found);
        if (page != null && page.isAppPage()) {
            return ResourceResult.embedded(page, client);
        }
        Blob blob = blob(found);
        if (asked.query().isEmpty()) {
            return ResourceResult.blob(uri, blob.mimeType(), blob.base64(), client);
        }
        byte[] bytes = decoded(blob);
        int from = asked.offset("from", 0);
        int to = Math.min(bytes.length, asked.offset("to", bytes.length));
        if (from > to) {
            throw PlimsollUri.refuse("from", "from is behind the end: there are " + to + " bytes", "from=0");
        }
        Slice range = Slice.of(Base64.getEncoder().encode(Arrays.copyOfRange(bytes, from, to)));
        return ResourceResult.blob(uri, blob.mimeType(), range, client);
    }

    private static byte[] decoded(Blob blob) {
        try {
            return blob.decoded();
        } catch (IllegalArgumentException e) {
            throw PlimsollUri.refuse("from", "the data is not base64 and has no ranges", "leave from and to out");
        }
    }

    private static @Nullable Part part(Cursors.Found found) {
        List<Part> parts = found.opened().content().result().parts();
        int index = found.view().part();
        return index >= 0 && index < parts.size() ? parts.get(index) : null;
    }

    static Blob blob(Cursors.Found found) {
        Part part = part(found);
        if (part == null || part.base64() == null) {
            throw new RefusedException(
                    ErrorCode.CURSOR_INVALID, "this link leads to no image, audio or blob", "read it with its cursor");
        }
        return new Blob(part.mimeType(), part.base64());
    }
}

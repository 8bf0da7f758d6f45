package dev.plimsoll.shape;

import dev.plimsoll.find.Needle;
import dev.plimsoll.find.Patience;
import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.Estimator;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.Part;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.CountCopies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Style;
import dev.plimsoll.query.Query;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The door of this room: a request in, an answer within its budget out. */
public final class Answers {

    private final Request request;
    private final View view;
    private final Content content;
    private final Estimator estimator;
    private final TokenCounter counter;

    private Answers(Request request) {
        this.request = request;
        this.view = request.view();
        this.content = request.content();
        this.estimator = view.policy().get(Policy.ESTIMATOR);
        this.counter = estimator.written();
    }

    /**
     * The answer to a request.
     *
     * @throws RefusedException when the request names something that is not there
     * @throws BudgetTooSmallException when not even a header fits
     */
    public static Answer to(Request request) {
        return new Answers(request).answer();
    }

    /** What can be asked of a user before the request's view is answered; null when nothing. */
    public static @Nullable Inquiry inquiry(Request request) {
        return new Answers(request).place().shaping.inquiry();
    }

    /** Refuses a view that looks for what nobody can look for, before there is anything to look at. */
    public static void check(View view) {
        if (view.mode() == Mode.FIND) {
            Needle.of(view.sought(), Patience.of(view.policy().get(Policy.QUERY_TIME_MS), System::nanoTime));
        } else if (view.mode() == Mode.QUERY) {
            Query.parse(view.sought());
        }
    }

    /** What is said first of a call that was made too often in a row, with the one that gets more of its result. */
    public static String instead(Request request) {
        String advice = request.content().result().error()
                ? ""
                : new Answers(request).place().shaping.advice();
        return Notices.instead(request.about(), true, advice);
    }

    /** The start of a page of the request's view, from 1; -1 when there is none. */
    public static int startOf(Request request, int page) {
        return new Answers(request).place().shaping.startOf(page);
    }

    /** What the shaped text stands for, and what stands around it. */
    private record Placed(
            Shaping shaping, int main, @Nullable Layout layout) {}

    private Answer answer() {
        if (content.result().error() && view.mode() == Mode.AUTO && view.path().isEmpty()) {
            return error();
        }
        if (view.part() >= 0 && content.result().parts().get(view.part()).isBinary()) {
            return binary(view.part());
        }
        Around linked =
                request.fresh() && isNatural() && !probes() && !content.result().error()
                        ? Linking.of(request, counter)
                        : null;
        if (linked != null) {
            return linked(linked);
        }
        if (isNatural() && content.isBinary()) {
            return fitting(binary(0));
        }
        Placed placed = place();
        Shaped shaped = placed.shaping.shaped(request.pages());
        Layout layout = request.at().isStart() ? placed.layout : null;
        return fitting(new Answer(request, shaped, placed.main, layout == null ? null : layout.blocks(), copies()));
    }

    /** The budget binds whatever was reckoned on the way here; only who asks for all of something is not bound by it. */
    private Answer fitting(Answer answer) {
        if (view.mode() != Mode.FULL && !view.budget().holds(answer.tokens(), answer.bytes())) {
            throw new BudgetTooSmallException(view.budget());
        }
        return answer;
    }

    private Answer error() {
        Document text = content.original();
        Task task = task(Target.of(text), view.budget());
        return new Answer(request, new HeadTail(task, text.bytes()).shaped(), Answer.NO_PART, null, 1);
    }

    private boolean isNatural() {
        return view.mode() == Mode.AUTO
                && view.part() == View.DOCUMENT
                && view.path().isEmpty()
                && view.fields().isEmpty();
    }

    /** All blocks in their places, the large binary ones as links. */
    private Answer linked(Around blocks) {
        Slice structured = content.result().structured();
        Draft main = new Draft(counter);
        main = structured == null ? main : main.json(structured).costing(-counter.count(structured));
        Shaped shaped = new Shaped(null, main, structured != null, null, Outcome.SUMMARIZED, false, null, null);
        return new Answer(request, shaped, Answer.NOWHERE, blocks, 1);
    }

    /** An image, audio or blob itself: never cut, whatever the budget. */
    private Answer binary(int index) {
        Part part = content.result().parts().get(index);
        Draft costs = new Draft(counter).costing(ResultMeter.tokens(part, counter));
        Shaped shaped = new Shaped(null, costs, false, null, Outcome.READ, true, null, null);
        return new Answer(request, shaped, index, null, 1);
    }

    /** A probe speaks of the whole document; only images and the like stand for themselves. */
    private boolean probes() {
        return view.policy().get(Policy.STYLE) == Style.PROBE
                && !content.result().parts().stream().allMatch(Part::isBinary);
    }

    private Placed place() {
        List<Part> parts = content.result().parts();
        boolean structured = content.result().structured() != null;
        if (view.part() >= 0) {
            return placed(found(content.target(pointer(), view)), view.part(), null, false);
        }
        boolean opening = view.path().isEmpty() && view.fields().isEmpty();
        boolean natural = isNatural();
        boolean list = parts.size() > 1 && (view.part() == View.BLOCKS || !structured);
        int dominating = natural && list && !probes() ? dominating(parts) : Answer.NO_PART;
        if (dominating >= 0) {
            return placed(content.block(dominating), dominating, around(dominating), false);
        }
        if (list && opening && view.mode() != Mode.LINES) {
            return placed(blocks(), Answer.NO_PART, null, true);
        }
        boolean main = natural && (structured || parts.size() == 1);
        boolean only = parts.size() == 1 && !(content.isBinary() && view.mode().seeks());
        int replaced = structured ? content.firstCopy() : only ? 0 : Answer.NO_PART;
        Layout layout = main && structured ? around(Answer.NO_PART) : null;
        JsonPointer pointer = pointer();
        boolean block = view.part() == View.BLOCKS && structured;
        Target target = block ? Target.at(content.blocks(), pointer) : content.target(pointer, view);
        return placed(found(target), replaced, layout, false);
    }

    private Placed placed(Target target, int main, @Nullable Layout layout, boolean blocks) {
        Budget first = layout == null ? view.budget() : layout.left();
        return new Placed(new Shaping(task(target, first), content, blocks), main, layout);
    }

    private Layout around(int main) {
        return Layout.around(content, main, request.about(), view, request.client(), counter);
    }

    /** All content blocks as one list. */
    private Target blocks() {
        return Target.of(content.blocks());
    }

    private Target found(@Nullable Target target) {
        if (target == null) {
            throw Missing.path(content, view.part(), pointer());
        }
        return target;
    }

    private JsonPointer pointer() {
        try {
            return JsonPointer.parse(view.path());
        } catch (IllegalArgumentException e) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST, "path: " + e.getMessage(), "a JSON Pointer such as /items/0")
                    .detail("argument", "path");
        }
    }

    private int dominating(List<Part> parts) {
        TokenCounter quick = estimator == Estimator.BPE ? counter : estimator.quick();
        long all = 0;
        int largest = -1;
        int most = -1;
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            int tokens = part.isIndivisible() ? 0 : ResultMeter.tokens(part, quick);
            all += tokens;
            if (part.hasText() && !part.isIndivisible() && tokens > most) {
                largest = i;
                most = tokens;
            }
        }
        return most * 2L > all ? largest : Answer.NO_PART;
    }

    /** In how many copies the main text goes out and is paid for. */
    private int copies() {
        boolean sum = view.policy().get(Policy.COUNT_COPIES) == CountCopies.SUM;
        return sum && Answer.carriesStructured(request) ? 2 : 1;
    }

    private Task task(Target target, Budget first) {
        int copies = copies();
        TextRecords data = target.records();
        return new Task(
                data == null ? request.about() : request.about().holding(content.phrase(data)),
                target,
                view,
                request.at(),
                first.share(copies),
                view.budget().share(copies),
                counter,
                estimator.about(),
                request.bound());
    }
}

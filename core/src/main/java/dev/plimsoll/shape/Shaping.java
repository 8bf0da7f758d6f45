package dev.plimsoll.shape;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.Dominance;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Encoding;
import dev.plimsoll.policy.OutputSchema;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Style;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.View;
import org.jspecify.annotations.Nullable;

/** Chooses the form by what the target is and what the reader asked for. The same choice for every page of a view. */
final class Shaping {

    // what a tight header costs, paths and all
    private static final int HEADER_TOKENS = 200;
    private static final int HEADER_BYTES = 800;

    private final Task task;
    private final Content content;
    private final boolean blocks;
    private final Literals literals;

    /** With {@code blocks} the target is the list of all content blocks. */
    Shaping(Task task, Content content, boolean blocks) {
        this.task = task;
        this.content = content;
        this.blocks = blocks;
        this.literals = new Literals(task, content, blocks);
    }

    /** The page where the task stands, and as many of the following as fit when more are asked for. */
    Shaped shaped(int pages) {
        Target target = task.target();
        // what a tool has run for is shown whatever it lacks
        boolean one = content.result().structured() != null
                || content.result().parts().size() == 1;
        if (one && !task.fresh() && !task.view().fields().isEmpty() && content.rows(target) == null) {
            boolean object = target.is(JsonType.OBJECT);
            Missing.requireFields(task.view().fields(), target, object ? content.dominance(target) : null);
        }
        Shaped fixed = fixedForm();
        if (fixed != null) {
            return fixed;
        }
        Cutter cutter = cutter();
        if (cutter == null) {
            return summary();
        }
        return pages == 1 ? cutter.page() : cutter.pages(pages);
    }

    /** What the client's user can be asked; null when nothing. */
    @Nullable Inquiry inquiry() {
        return literals.inquiry();
    }

    /** What gets more of the target than its next page: arguments, as a notice spells them. */
    String advice() {
        Cutter cutter = fixedForm() == null ? cutter() : null;
        return cutter == null ? NextCalls.OUTLINE : cutter.advice();
    }

    /** The start of another page of this view, or -1 when there is none. */
    int startOf(int page) {
        Cutter cutter = fixedForm() == null ? cutter() : null;
        if (cutter == null) {
            return page == 1 ? 0 : -1;
        }
        return cutter.startOf(page);
    }

    /** An answer that has no further pages of its own view, or null. */
    private @Nullable Shaped fixedForm() {
        Shaped unread = isReadWhole() ? whole() : null;
        Shaped literal = unread == null ? literals.opening() : unread;
        if (literal != null) {
            return literal;
        }
        Mode mode = task.view().mode();
        Target target = task.target();
        if (mode == Mode.OUTLINE) {
            return new OutlineShaper(task, content).outline();
        }
        boolean live = content.rows(target) != null;
        if (mode == Mode.QUERY
                && !live
                && !task.fresh()
                && !task.bound()
                && task.at().isStart()) {
            return new QueryShaper(task, content).whole();
        }
        if (mode == Mode.SUMMARY && target.json()) {
            return summary();
        }
        if (!task.at().isStart() || mode.seeks()) {
            return null;
        }
        boolean all =
                mode == Mode.AUTO || mode == Mode.FULL || !task.view().fields().isEmpty();
        Shaped whole = all && !live ? whole() : null;
        if (live || whole != null || mode != Mode.AUTO || !target.json() || blocks) {
            return whole;
        }
        return literals.closing();
    }

    /** Whether all of a text is wanted in which data stand: where it fits, it is shown as it came, in every style but probe. */
    private boolean isReadWhole() {
        boolean natural =
                task.view().mode() == Mode.AUTO && task.view().fields().isEmpty();
        return task.target().records() != null && natural && task.at().isStart() && style() != Style.PROBE;
    }

    private Style style() {
        return task.policy().get(Policy.STYLE);
    }

    /** The target itself, or its projection when it is one object, where it fits. */
    private @Nullable Shaped whole() {
        boolean projected = !task.view().fields().isEmpty();
        Target target = projected ? task.target() : task.target().asItCame();
        if (blocks || (projected && !projectsObject(target))) {
            return null;
        }
        if (!projected && (task.view().mode() == Mode.FILTERED || mustBeCut(target))) {
            return null;
        }
        Budget budget = task.view().mode() == Mode.FULL ? fullBudget() : task.budgetHere();
        // the result itself keeps its bytes; a part of it is copied as an item of a page is
        boolean itself =
                task.view().part() == View.DOCUMENT && target.pointer().tokens().isEmpty();
        boolean exact = itself || !target.json();
        int length = target.bytes().length();
        if (!projected && (exact ? length > budget.bytes() : Json.exceeds(target.bytes(), budget.bytes()))) {
            return null;
        }
        boolean part =
                projected || !target.pointer().tokens().isEmpty() || task.view().part() != View.DOCUMENT;
        boolean told = part && (task.bound() || tellsMore(target));
        Draft main = task.draft();
        if (told) {
            Header header = new Header(false).notice(Notices.part(task.about()));
            header.upstream(task.about()).writeTo(main.ascii("{"));
            main.ascii(",\"value\":");
        }
        if (projected) {
            Projection.of(task.view().fields()).write(target.bytes(), main);
        } else if (told && !target.json()) {
            main.string(target.bytes());
        } else if (exact) {
            main.raw(target.bytes());
        } else {
            main.json(target.bytes());
        }
        main.ascii(told ? "}" : "");
        boolean fits = main.bytes() <= budget.bytes() && main.tokens() <= budget.tokens();
        // in the answer to a call this one stands whole among blocks that were left out
        return fits
                ? new Shaped(
                        null,
                        main,
                        told || target.is(JsonType.OBJECT),
                        null,
                        Outcome.SUMMARIZED,
                        !projected,
                        null,
                        null)
                : null;
    }

    /** Whether fields are those of the object itself, and not of the items of its list. */
    private boolean projectsObject(Target target) {
        Dominance dominance = target.is(JsonType.OBJECT) ? content.dominance(target) : null;
        return target.is(JsonType.OBJECT) && (dominance == null || !dominance.isArray());
    }

    /** Whether a part cannot stand alone: its source has changed, or it has the list of which there is more. */
    private boolean tellsMore(Target part) {
        return task.about().occasion().changed()
                || task.about().more().concerns(part.pointer().tokens());
    }

    private Budget fullBudget() {
        int most = Math.max(task.view().budget().tokens(), task.policy().get(Policy.FULL_BUDGET_THRESHOLD));
        Budget all = task.policy().budgetOf(most);
        boolean copied = task.budget().tokens() < task.view().budget().tokens();
        return copied ? all.share(2) : all;
    }

    /** What goes by count or length is cut although it would fit the budget. */
    private boolean mustBeCut(Target target) {
        Policy policy = task.policy();
        if (task.view().mode() == Mode.FULL) {
            return false;
        }
        if (task.target().records() != null) {
            boolean sized = task.view().pageSize() != policy.get(Policy.DEFAULT_PAGE_SIZE);
            boolean tooLong = style().trims() && target.bytes().length() > policy.get(Policy.LIMIT_STRING_BYTES);
            return tooLong || (sized && isTooMany(task.target()));
        }
        if (!task.view().path().isEmpty()) {
            return isTooMany(target);
        }
        if (literals.forced() || (style().trims() && target.json())) {
            return true;
        }
        Integer chunkSize = policy.find(Policy.CHUNK_SIZE);
        if (!target.json()) {
            boolean trimmed = style().trims() && target.bytes().length() > policy.get(Policy.LIMIT_STRING_BYTES);
            return trimmed || (chunkSize != null && task.counter().exceeds(target.bytes(), chunkSize));
        }
        Integer summary = policy.find(Policy.SUMMARY_THRESHOLD);
        if (summary != null && target.is(JsonType.OBJECT) && task.counter().exceeds(target.bytes(), summary)) {
            return true;
        }
        return isTooMany(target);
    }

    private boolean isTooMany(Target target) {
        return target.json()
                && task.policy().get(Policy.PAGE_BY_COUNT)
                && ResultMeter.items(new Document(target.bytes(), true))
                        > task.view().pageSize();
    }

    /** Null when a summary must do. */
    private @Nullable Cutter cutter() {
        Cutter literal = literals.cutter();
        if (literal != null) {
            return literal;
        }
        Target target = task.target();
        Rows rows = task.view().mode().seeks() ? content.rows(target) : null;
        if (rows != null) {
            return sought(rows);
        }
        if (task.view().mode() == Mode.QUERY) {
            return new QueryShaper(task, content).cutter();
        }
        if (task.view().mode() == Mode.FIND) {
            Frame frame = Frame.named("matches", target.pointer());
            Task searching = task.view().firstLine() == 0 ? task : task.on(lined());
            return new PageShaper(task, FoundItems.of(searching, content), frame, content.bounds());
        }
        if (blocks) {
            return pager(
                    new PartItems(task, content.result().parts(), ItemIndex.of(target.bytes())), JsonPointer.root());
        }
        if (task.view().firstLine() > 0 || task.view().mode() == Mode.LINES || !target.json()) {
            return chunker(lined().bytes(), null);
        }
        if (target.is(JsonType.ARRAY)) {
            return pager(content.items(target, target.bytes(), target.pointer()), target.pointer());
        }
        if (!target.is(JsonType.OBJECT)) {
            return chunker(target.bytes(), null);
        }
        return objectCutter(target);
    }

    /** What a source itself has found. That it can was asked before. */
    private Cutter sought(Rows rows) {
        Rows.Sought sought = rows.sought(task.view().mode(), task.view().sought());
        if (sought == null) {
            throw new IllegalStateException("a source that cannot be asked");
        }
        if (task.view().mode() == Mode.QUERY) {
            Frame frame =
                    new ResultFrame(task.target().pointer(), sought.inArray() ? "[" : "", sought.inArray() ? "]" : "");
            return page(new LiveItems(sought.rows(), LiveItems.Part.RESULTS, null), frame);
        }
        Projection kept = task.view().fields().isEmpty()
                ? null
                : Projection.of(task.view().fields());
        Frame frame = Frame.named("matches", task.target().pointer());
        return page(new LiveItems(sought.rows(), LiveItems.Part.MATCHES, kept), frame);
    }

    /** What the lines are of that a reader may name: of an object the string that answers cut; else all of it as text. */
    private Target lined() {
        Target target = task.target();
        boolean named = task.view().firstLine() > 0
                || content.records(Math.max(View.DOCUMENT, task.view().part())) != null;
        boolean object = named && !blocks && target.is(JsonType.OBJECT);
        Dominance text = object ? content.dominance(target) : null;
        Target lined = new Target(target.bytes(), false, target.pointer());
        if (text != null && !text.isArray()) {
            JsonPointer pointer = target.pointer();
            for (String key : text.way()) {
                pointer = pointer.child(key);
            }
            lined = new Target(content.decoded(text.value(), pointer), false, pointer);
        }
        int lines = content.lines(lined.bytes()).count();
        if (task.view().firstLine() > Math.max(1, lines)) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            "start_line " + task.view().firstLine() + " is behind the end: the text has " + lines
                                    + " lines",
                            "start_line from 1 to " + lines)
                    .detail("argument", "start_line");
        }
        return lined;
    }

    private @Nullable Cutter objectCutter(Target target) {
        boolean asked = task.view().mode() != Mode.AUTO;
        Dominance dominance = style() == Style.SUMMARY && !asked ? null : content.dominance(target);
        if (dominance != null && (dominance.isArray() || task.view().fields().isEmpty())) {
            Frame frame = Frame.inside(
                    target,
                    dominance.way(),
                    dominance.value(),
                    content.index(target.bytes()).count(Frame.InObject.NAME) > 0,
                    TopFields.of(task.policy(), content.index(target.bytes())));
            if (!task.view().fields().isEmpty()) {
                return pager(content.items(target, dominance.value(), frame.pointer()), frame.pointer());
            }
            if (leavesRoom(target, dominance.value())) {
                return dominance.isArray()
                        ? page(content.items(target, dominance.value(), frame.pointer()), frame)
                        : chunker(content.decoded(dominance.value(), frame.pointer()), frame);
            }
        }
        if (!task.view().fields().isEmpty()) {
            Draft projected = task.draft();
            Projection.of(task.view().fields()).write(target.bytes(), projected);
            Items members = MemberItems.of(projected.written(), target.pointer());
            return page(members, Frame.around(target.pointer()));
        }
        boolean members = asked || style() == Style.PAGE;
        return members ? pager(content.members(target.bytes(), target.pointer()), target.pointer()) : null;
    }

    /** Whether what stands around the cut value leaves it half of what the header leaves of the first page. */
    private boolean leavesRoom(Target object, Slice cut) {
        if (task.view().start() > 0) {
            // what begins further on goes on in the form of the view that it came from, and shows nothing around it
            return true;
        }
        Budget half = task.firstPage().less(HEADER_TOKENS, HEADER_BYTES).share(2);
        Slice bytes = object.bytes();
        Slice before = new Slice(bytes.bytes(), bytes.from(), cut.from());
        Slice after = new Slice(bytes.bytes(), cut.to(), bytes.to());
        if (Json.exceeds(before, half.bytes()) || Json.exceeds(after, half.bytes())) {
            return false;
        }
        Draft around = task.draft().json(before).json(after);
        return half.holds(around.tokens(), around.bytes());
    }

    private PageShaper pager(Items items, JsonPointer list) {
        Items shown = task.view().fields().isEmpty()
                ? items
                : new ProjectedItems(items, Projection.of(task.view().fields()));
        return page(shown, Frame.around(list));
    }

    private PageShaper page(Items items, Frame frame) {
        return new PageShaper(task, items, frame, content.bounds(), tables());
    }

    /** Tables stand in text alone. The same for every client and reading of a result, so that its pages keep their bounds. */
    private boolean tables() {
        boolean text =
                content.result().structured() == null || task.policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.STRIP;
        return text && !blocks && task.policy().get(Policy.ENCODING) == Encoding.TABLE;
    }

    private ChunkShaper chunker(Slice text, @Nullable Frame around) {
        boolean structured =
                content.result().structured() != null && task.view().part() == View.DOCUMENT;
        Frame frame = around == null && structured ? Frame.holding(task.target().pointer()) : around;
        return new ChunkShaper(task, text, content.lines(text), frame, content);
    }

    private Shaped summary() {
        Shaped summary = new SummaryShaper(task).summary();
        if (summary == null) {
            throw new BudgetTooSmallException(task.budgetHere());
        }
        return summary;
    }
}

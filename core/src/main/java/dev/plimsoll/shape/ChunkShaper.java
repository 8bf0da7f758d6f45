package dev.plimsoll.shape;

import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.Kind;
import dev.plimsoll.measure.Kinds;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.view.Position;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Text in chunks: a block with the notice and a block with the text, or a cut string inside the object that holds it. */
final class ChunkShaper implements Cutter {

    private final Task task;
    private final Slice text;
    private final int from;
    private final int to;
    private final LineIndex lines;
    private final @Nullable Frame frame;
    private final Bounds bounds;

    /**
     * A text, or the lines of it that the view asks for.
     *
     * @param frame the object around the text, or null when it stands alone
     */
    ChunkShaper(Task task, Slice text, @Nullable Frame frame, Bounds bounds) {
        this.task = task;
        this.text = text;
        this.frame = frame;
        this.bounds = bounds;
        this.lines = LineIndex.of(text);
        int firstLine = task.view().firstLine();
        int lastLine = task.view().lastLine();
        this.from = firstLine == 0 ? 0 : lines.start(Math.min(firstLine, lines.count()) - 1);
        this.to = lastLine == 0 ? text.length() : lines.end(Math.min(lastLine, lines.count()) - 1);
    }

    int lineCount() {
        return lines.count();
    }

    @Override
    public Shaped page() {
        int start = Math.max(task.at().start(), from);
        int[] all = all();
        int index = Arrays.binarySearch(all, start);
        if (index < 0) {
            index = -index - 2;
        }
        int shown = Math.max(0, Math.min(index, all.length - 2));
        return written(all, shown, shown + 1);
    }

    @Override
    public Shaped pages(int count) {
        int[] all = all();
        int index = Math.max(0, Arrays.binarySearch(all, Math.max(task.at().start(), from)));
        Shaped best = page();
        for (int last = index + 2; last <= Math.min(index + count, all.length - 1); last++) {
            Shaped more = written(all, index, last);
            if (!task.budgetHere().holds(more.tokens(), more.bytes())) {
                break;
            }
            best = more;
        }
        return best;
    }

    @Override
    public int startOf(int page) {
        int[] all = all();
        return page < all.length ? all[page - 1] : -1;
    }

    private int[] all() {
        return bounds.of(new Bounds.Key(task.view(), task.firstPage())).all(this::cut);
    }

    private int[] cut() {
        Slice shown = text.sub(0, to);
        LineIndex shownLines = to == text.length() ? lines : LineIndex.of(shown);
        Kind kind = Kinds.of(text);
        ToIntFunction<Slice> cost = frame == null ? task.counter()::count : task::escapedTokens;
        Chunker chunker = new Chunker(shown, shownLines, Seams.of(shown, shownLines, kind), cost);
        int start = Math.max(from, task.view().start());
        return chunker.bounds(start, room(true), room(false));
    }

    /** What is left for text once everything around it is paid for. */
    private Budget room(boolean first) {
        Position at = first ? Position.FIRST : new Position(1, 2);
        Header widest = header(text.length(), text.length(), lines.count(), lines.count(), 1, true, at);
        Draft around = task.draft();
        if (frame == null) {
            widest.writeTo(around.ascii("{"));
            around.ascii("}");
        } else {
            frame.open(around, widest, first);
            frame.close(around.ascii("\"\""), first);
        }
        Budget left = task.budgetAt(at).less(around.tokens() + 4, around.bytes() + 8);
        Integer chunkSize = task.policy().find(Policy.CHUNK_SIZE);
        Budget room = chunkSize == null ? left : new Budget(Math.min(left.tokens(), chunkSize), left.bytes());
        // escapes make a string longer than its text
        return frame == null ? room : new Budget(room.tokens(), Math.max(1, room.bytes() / 2));
    }

    private Shaped written(int[] all, int first, int next) {
        int start = all[first];
        int end = all[next];
        Slice shown = text.sub(start, end);
        int startLine = lines.count() == 0 ? 0 : lines.lineAt(start) + 1;
        int endLine = end == start ? startLine : lines.lineAt(end - 1) + 1;
        Position at = new Position(start, Math.min(first + 1, Position.MAX_PAGE));
        Header header = header(all.length - 1, end, startLine, endLine, first + 1, next < all.length - 1, at);
        if (first > 0) {
            header.cursor("previousCursor", task.seat(new Position(all[first - 1], first)));
        }
        Draft main = task.draft();
        if (frame == null) {
            Draft lead = task.draft().ascii("{");
            header.writeTo(lead);
            return new Shaped(lead.ascii("}"), main.raw(shown), false, header, Outcome.CHUNKED, false, null);
        }
        frame.open(main, header, at.isStart());
        main.string(shown);
        frame.close(main, at.isStart());
        Draft lead = task.draft().ascii("{");
        header.writeTo(lead);
        Shaped.Plain plain = new Shaped.Plain(lead.ascii("}"), task.draft().raw(shown));
        return new Shaped(null, main, true, header, Outcome.CHUNKED, false, plain);
    }

    private Header header(int chunks, int end, int startLine, int endLine, int index, boolean more, Position at) {
        Header header = new Header();
        header.notice(Notices.chunk(task.about(), index, chunks, startLine, endLine, lines.count(), more));
        String path = frame == null
                ? task.target().pointer().toString()
                : frame.pointer().toString();
        if (!path.isEmpty()) {
            header.text("path", path);
        }
        header.number("chunkIndex", index).number("totalChunks", chunks).number("totalLines", lines.count());
        header.number("startLine", startLine).number("endLine", endLine).flag("hasMore", more);
        if (more) {
            header.cursor("nextCursor", task.seat(new Position(end, Math.min(at.page() + 1, Position.MAX_PAGE))));
        }
        return header.cost()
                .number("originalTokens", task.about().tokens())
                .number("originalBytes", task.about().bytes());
    }
}

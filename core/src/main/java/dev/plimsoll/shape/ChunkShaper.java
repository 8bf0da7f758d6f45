package dev.plimsoll.shape;

import dev.plimsoll.find.Needle;
import dev.plimsoll.find.Patience;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.kind.Kind;
import dev.plimsoll.kind.Kinds;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.OutputSchema;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.Position.ShownOn;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Text in chunks: a block with the notice and a block with the text, or a cut string inside the object that holds it. */
final class ChunkShaper implements Cutter {

    private static final List<String> TROUBLE = List.of("error", "exception", "fail", "warn");
    private static final int LOOKED_AT = 1 << 20;

    private final Task task;
    private final Slice text;
    private final int from;
    private final int to;
    private final LineIndex lines;
    private final @Nullable Frame frame;
    private final Content content;
    private final boolean tight;
    private @Nullable Hints hints;

    /**
     * A text, or the lines of it that the view asks for.
     *
     * @param frame the object around the text, or null when it stands alone
     */
    ChunkShaper(Task task, Slice text, LineIndex lines, @Nullable Frame frame, Content content) {
        this.task = task;
        this.text = text;
        this.frame = frame;
        this.content = content;
        this.lines = lines;
        this.tight = Header.isLarge(header(widest(false), Position.FIRST, false, false), task);
        int firstLine = task.view().firstLine();
        int lastLine = task.view().lastLine();
        this.from = firstLine == 0 ? 0 : lines.start(Math.min(firstLine, lines.count()) - 1);
        this.to = lastLine == 0 ? text.length() : lines.end(Math.min(lastLine, lines.count()) - 1);
    }

    /** Whether the first chunk names calls to go on with, and for which word. */
    private record Hints(boolean shown, String trouble) {}

    /** Found out when the first chunk is cut or shown. */
    private Hints hints() {
        Hints found = hints;
        if (found == null) {
            boolean first = task.view().start() == 0 && task.view().firstLine() == 0;
            // where the ways on are URIs, the notice has them; what was worked out is no text to search
            boolean calls = first && !tight && !task.about().uris() && (frame == null || !frame.isDerived());
            found = new Hints(calls, calls && Kinds.of(text) == Kind.LOG ? trouble(text) : "");
            hints = found;
            if (calls && Header.isLarge(header(widest(true), Position.FIRST, false, true), task)) {
                found = new Hints(false, "");
                hints = found;
            }
        }
        return found;
    }

    /** A word that tells of trouble in the beginning of a log; empty when there is none. */
    private static String trouble(Slice text) {
        Slice beginning = text.sub(0, Math.min(text.length(), LOOKED_AT));
        for (String word : TROUBLE) {
            if (Needle.of(word, Patience.of(Integer.MAX_VALUE, () -> 0)).first(beginning) >= 0) {
                return word;
            }
        }
        return "";
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
        return content.bounds()
                .of(new Bounds.Key(task.view(), task.firstPage()))
                .all(this::cut);
    }

    private int[] cut() {
        Slice shown = text.sub(0, to);
        LineIndex shownLines = to == text.length() ? lines : LineIndex.of(shown);
        Kind kind = Kinds.of(text);
        ToIntFunction<Slice> cost =
                frame == null ? new LineCosts(shown, shownLines, task.counter(), content.workers()) : this::dearest;
        Chunker.Joining joining = frame == null ? task.counter()::joining : (all, at) -> TokenCounter.UNKNOWN;
        Chunker chunker = new Chunker(shown, shownLines, Seams.of(shown, shownLines, kind), cost, joining);
        int start = Math.max(from, task.view().start());
        return chunker.bounds(start, room(true), room(false));
    }

    /** What a text costs in the dearest form in which it goes out: inside a string, and inside the text in a string. */
    private int dearest(Slice part) {
        boolean twice = task.bound()
                && task.target().records() != null
                && task.policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
        if (!twice) {
            return task.dearerTokens(part);
        }
        ByteSink inside = new ByteSink(part.length() + 16);
        JsonText.escape(part, inside);
        return Math.max(task.dearerTokens(part), task.dearerTokens(inside.slice()));
    }

    /**
     * One chunk, or several in one answer.
     *
     * @param index of the first one, from 1
     * @param of how many chunks there are
     * @param before where the chunk before begins; -1 when there is none
     */
    private record Chunk(int index, int of, boolean more, int start, int end, int startLine, int endLine, int before) {}

    private Chunk chunk(int[] all, int first, int next) {
        int start = all[first];
        int end = all[next];
        int startLine = lines.count() == 0 ? 0 : lines.lineAt(start) + 1;
        int endLine = end == start ? startLine : lines.lineAt(end - 1) + 1;
        int before = first == 0 ? -1 : all[first - 1];
        return new Chunk(first + 1, all.length - 1, next < all.length - 1, start, end, startLine, endLine, before);
    }

    /** A chunk whose header is at least as long as that of any other. */
    private Chunk widest(boolean first) {
        int most = text.length();
        return new Chunk(most, most, true, most, most, lines.count(), lines.count(), first ? -1 : most);
    }

    /** What is left for text once everything around it is paid for. */
    private Budget room(boolean first) {
        // there is always room to say that the source has changed, so that chunks keep their bounds then
        About about = task.about().afterChange();
        Header widest = header(about, widest(first), Position.FIRST, tight, first && hints().shown);
        Draft around = task.draft();
        if (frame == null) {
            widest.writeTo(around.ascii("{"));
            around.ascii("}");
        } else {
            frame.open(around, widest, first);
            frame.close(around.ascii("\"\""), first);
        }
        Position at = first ? Position.FIRST : new Position(1, 2);
        Budget left = task.room(at, around);
        Draft bare = frame == null ? null : frame.bare(task.draft().ascii("\"\""), task.draft());
        left = task.sliced(left, bare);
        Integer chunkSize = task.policy().find(Policy.CHUNK_SIZE);
        Budget cut = chunkSize == null ? left : new Budget(Math.min(left.tokens(), chunkSize), left.bytes());
        boolean trims = task.policy().get(Policy.STYLE).trims();
        int mostBytes = trims ? task.policy().get(Policy.LIMIT_STRING_BYTES) : Integer.MAX_VALUE;
        Budget room = new Budget(cut.tokens(), Math.min(cut.bytes(), mostBytes));
        // escapes make a string longer than its text
        return frame == null ? room : new Budget(room.tokens(), Math.max(1, room.bytes() / 2));
    }

    private Shaped written(int[] all, int first, int next) {
        Chunk chunk = chunk(all, first, next);
        Slice shown = text.sub(chunk.start, chunk.end);
        Position at = new Position(chunk.start, Math.min(chunk.index, Position.MAX_PAGE));
        Header header = header(chunk, at, tight, chunk.before < 0 && chunk.more && hints().shown);
        Draft lead = task.draft().ascii("{");
        header.writeTo(lead);
        lead.ascii("}");
        Draft plain = task.draft().raw(shown);
        if (frame == null) {
            return new Shaped(lead, plain, false, header, Outcome.CHUNKED, false, null, null);
        }
        Draft main = task.draft();
        frame.open(main, header, at.isStart());
        main.string(shown);
        frame.close(main, at.isStart());
        Draft slice = frame.bare(task.draft().string(shown), task.draft());
        // what was worked out is the same in text and structured content: there is no bare text that it stands for
        Shaped.Plain bare = frame.isDerived() ? null : new Shaped.Plain(lead, plain);
        return new Shaped(null, main, true, header, Outcome.CHUNKED, false, slice, bare);
    }

    /** What was worked out is read to its end, and lines that were asked for are those. */
    @Override
    public String advice() {
        boolean asked = Notices.isRepeated(task.view().told())
                || task.view().firstLine() > 0
                || (frame != null && frame.isDerived());
        return asked ? "" : NextCalls.OUTLINE;
    }

    private Header header(Chunk chunk, Position at, boolean withoutHints, boolean calls) {
        return header(task.about(), chunk, at, withoutHints, calls);
    }

    private Header header(About about, Chunk chunk, Position at, boolean withoutHints, boolean calls) {
        Header header = new Header(withoutHints);
        boolean walking =
                !withoutHints && chunk.more && chunk.before >= 0 && chunk.index >= WALK && !advice().isEmpty();
        String lead = walking ? Notices.instead(task.about(), false, advice()) + " " : "";
        header.notice(lead
                + Notices.chunk(
                        about, chunk.index, chunk.of, chunk.startLine, chunk.endLine, lines.count(), chunk.more));
        if (walking) {
            header.walking();
        }
        JsonPointer pointer = frame == null ? task.target().pointer() : frame.pointer();
        if (!pointer.tokens().isEmpty()) {
            header.text("path", pointer.toString());
        }
        header.number("chunkIndex", chunk.index).number("totalChunks", chunk.of);
        header.number("totalLines", lines.count()).number("startLine", chunk.startLine);
        header.number("endLine", chunk.endLine).flag("hasMore", chunk.more);
        int page = at.page();
        if (chunk.more) {
            header.cursor("nextCursor", task.seat(new Position(chunk.end, Math.min(page + 1, Position.MAX_PAGE))));
        }
        if (!chunk.more && task.fresh() && frame != null && frame.isDerived()) {
            header.cursor("cursor", task.allPages());
        }
        if (chunk.before >= 0) {
            Position before = new Position(chunk.before, Math.max(1, page - 1), ShownOn.PAGE_AFTER);
            header.cursor("previousCursor", task.seat(before));
        }
        header.costs(task.about());
        if (walking && !task.about().uris()) {
            return header.hint("next", draft -> NextCalls.forWalk(task, advice(), draft));
        }
        return calls ? header.hint("next", draft -> NextCalls.forText(task, hints().trouble, draft)) : header;
    }
}

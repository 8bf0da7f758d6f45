package dev.plimsoll.shape;

import dev.plimsoll.find.Hit;
import dev.plimsoll.find.Known;
import dev.plimsoll.find.Matches;
import dev.plimsoll.find.Needle;
import dev.plimsoll.find.Patience;
import dev.plimsoll.find.Search;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.model.Part;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.Whereabouts.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a search has found, as items: each with its place and the item, member or line that it is in. */
final class FoundItems implements Items {

    /** Characters shown around a match in a text that is longer. */
    private static final int EXCERPT = 240;

    /** An item that would take more of a page than this is shown as an excerpt. */
    private static final int LARGEST_SHARE = 8;

    private static final int ALWAYS_SHOWN = 60;

    private final Task task;
    private final Content content;
    private final Needle needle;
    private final List<Target> roots;
    private final Whereabouts whereabouts;
    private final Matches matches;
    private final @Nullable Projection projection;
    private final boolean around;

    private FoundItems(Task task, Content content) {
        this.task = task;
        this.content = content;
        this.roots = roots(task, content);
        this.whereabouts = new Whereabouts(content, roots);
        String sought = task.view().sought();
        this.needle = Needle.of(sought, Patience.of(task.policy().get(Policy.QUERY_TIME_MS), System::nanoTime));
        this.matches = content.matches(task.target(), range() + "/" + sought, this::search);
        List<String> fields = task.view().fields();
        this.projection = fields.isEmpty() ? null : Projection.of(fields);
        this.around = hasRoomAround();
    }

    static FoundItems of(Task task, Content content) {
        return new FoundItems(task, content);
    }

    /** The part itself; of a result with several blocks each of them, but for those that hold no text. */
    private static List<Target> roots(Task task, Content content) {
        Target target = task.target();
        List<Part> parts = content.result().parts();
        if (content.isBinary()) {
            return List.of();
        }
        if (!content.isBlocks(target, task.view().part())) {
            return List.of(target);
        }
        List<Target> roots = new ArrayList<>();
        ItemIndex values = content.list(target.bytes());
        for (int i = 0; i < parts.size(); i++) {
            if (!parts.get(i).isBinary()) {
                roots.add(new Target(values.item(i), true, JsonPointer.root().child(i)));
            }
        }
        return roots;
    }

    private Matches search() {
        Known known = new Known() {
            @Override
            public ItemIndex items(Slice array) {
                return content.list(array);
            }

            @Override
            public LineIndex lines(Slice text) {
                return content.lines(text);
            }

            @Override
            public Slice text(Slice string) {
                return content.decoded(string, JsonPointer.root());
            }
        };
        if (task.view().firstLine() > 0) {
            return Search.inLines(task.target().bytes(), lines(), needle);
        }
        return task.target().json()
                ? Search.inJson(roots.stream().map(Target::bytes).toList(), needle, known)
                : Search.inText(task.target().bytes(), needle, known);
    }

    /** The lines that the view asks for, as words; empty for all. */
    private String range() {
        int first = task.view().firstLine();
        int count = first == 0 ? 0 : content.lines(task.target().bytes()).count();
        int last = task.view().lastLine() == 0
                ? count
                : Math.min(count, task.view().lastLine());
        return first == 0 ? "" : first + "-" + last;
    }

    private Slice lines() {
        Slice text = task.target().bytes();
        LineIndex lines = content.lines(text);
        if (lines.count() == 0) {
            return text;
        }
        int last = task.view().lastLine();
        int end = last == 0 ? text.length() : lines.end(Math.min(last, lines.count()) - 1);
        return text.sub(lines.start(task.view().firstLine() - 1), end);
    }

    /** Whether there are so few matches in lines that the lines around them take but a part of a page. */
    private boolean hasRoomAround() {
        if (matches.count() > LinesAround.MOST_MATCHES) {
            return false;
        }
        Draft all = task.draft();
        for (int i = 0; i < matches.count(); i++) {
            Slice text = text(i);
            if (text != null) {
                LineIndex lines = content.lines(text);
                LinesAround.write(text, lines, lines.lineAt(matches.number(i)), all);
            }
        }
        return LinesAround.isSmall(all, task.budget());
    }

    /** The text in a line of which a match is; null when it is in none. */
    private @Nullable Slice text(int i) {
        if (!task.target().json()) {
            return task.target().bytes();
        }
        Piece piece = whereabouts.at(matches.unit(i), matches.number(i));
        return piece.hasLines() ? content.decoded(piece.value(), JsonPointer.root()) : null;
    }

    @Override
    public int count() {
        return matches.count();
    }

    @Override
    public boolean exceeds(int i, int bytes) {
        return false;
    }

    @Override
    public void write(int i, Draft draft) {
        write(i, draft, null);
    }

    @Override
    public void fold(int i, Folding folding, Draft draft) {
        write(i, draft, folding);
    }

    /** With {@code folding} no item, and no more of the text than that shows. */
    private void write(int i, Draft draft, @Nullable Folding folding) {
        Piece piece = task.target().json() ? whereabouts.at(matches.unit(i), matches.number(i)) : null;
        if (piece == null || piece.hasLines()) {
            Slice text = piece == null ? task.target().bytes() : content.decoded(piece.value(), JsonPointer.root());
            line(text, matches.number(i), piece == null ? task.target().pointer() : piece.path(), draft, folding);
        } else {
            piece(piece, draft, folding);
        }
    }

    private void line(Slice text, int start, @Nullable JsonPointer path, Draft draft, @Nullable Folding folding) {
        LineIndex lines = content.lines(text);
        int line = lines.lineAt(start);
        int from = lines.start(line);
        Slice shown = text.sub(from, Math.max(start, Needle.endOf(text, lines, line)));
        draft.ascii("{\"line\":").number(line + 1);
        path(path, draft);
        text(shown, start - from, draft, folding);
        if (around && folding == null) {
            LinesAround.write(text, lines, line, draft);
        }
        draft.ascii("}");
    }

    private void piece(Piece piece, Draft draft, @Nullable Folding folding) {
        Hit hit = hit(piece);
        draft.ascii("{");
        if (piece.index() >= 0) {
            draft.ascii("\"index\":").number(piece.index());
        }
        JsonPointer path = Whereabouts.inside(piece.value(), piece.path(), hit.token());
        path(named(path) ? path : piece.path(), draft);
        if (hit.key()) {
            member(draft, "in").string("key");
        }
        if (folding != null || !item(piece.value(), draft)) {
            text(hit.text(), hit.start(), draft, folding);
        } else {
            at(hit.text(), hit.start(), draft);
        }
        draft.ascii("}");
    }

    private Hit hit(Piece piece) {
        Slice key = piece.key();
        if (key != null) {
            Slice text = JsonText.hasEscapes(key) ? Slice.of(JsonText.unescape(key)) : key;
            int start = needle.first(text);
            if (start >= 0) {
                return new Hit(piece.value().from(), true, text, start);
            }
        }
        return Objects.requireNonNull(Hit.in(piece.value(), needle), "a match that is none");
    }

    private static boolean named(@Nullable JsonPointer path) {
        return path != null && path.toString().length() <= LONGEST_PATH;
    }

    private static void path(@Nullable JsonPointer path, Draft draft) {
        if (path != null && named(path) && !path.tokens().isEmpty()) {
            member(draft, "path").string(path.toString());
        }
    }

    private static Draft member(Draft draft, String name) {
        Slice written = draft.written();
        return draft.ascii(written.at(written.length() - 1) == '{' ? "" : ",").name(name);
    }

    /** The item as it is, or projected, where it is small; false when it is not. */
    private boolean item(Slice value, Draft draft) {
        int most = Math.max(ALWAYS_SHOWN, task.budget().tokens() / LARGEST_SHARE);
        Draft shown = task.draft();
        if (projection != null) {
            projection.write(value, shown);
        } else if (!Json.exceeds(value, task.budget().bytes() / LARGEST_SHARE)) {
            shown.json(value);
        } else {
            return false;
        }
        if (shown.tokens() > most) {
            return false;
        }
        member(draft, "item").append(shown);
        return true;
    }

    private void text(Slice text, int start, Draft draft, @Nullable Folding folding) {
        Slice excerpt = Excerpt.of(text, start, EXCERPT);
        member(draft, "text");
        if (folding == null) {
            draft.string(excerpt);
        } else {
            Draft quoted = task.draft().string(excerpt);
            folding.write(quoted.written(), null);
        }
        at(text, start, draft);
    }

    private static void at(Slice text, int start, Draft draft) {
        draft.ascii(",\"at\":").number(Utf8.codePoints(text.sub(0, start)));
    }

    @Override
    public JsonPointer pointer(int i) {
        JsonPointer path = task.target().json()
                ? whereabouts.at(matches.unit(i), matches.number(i)).path()
                : null;
        return path == null ? task.target().pointer() : path;
    }

    @Override
    public String path(int i) {
        Piece piece = task.target().json() ? whereabouts.at(matches.unit(i), matches.number(i)) : null;
        JsonPointer path = piece == null ? task.target().pointer() : piece.path();
        return path != null && named(path) ? path.toString() : "";
    }

    @Override
    public Slice value(int i) {
        if (task.target().json()) {
            return whereabouts.at(matches.unit(i), matches.number(i)).value();
        }
        LineIndex lines = content.lines(task.target().bytes());
        int line = lines.lineAt(matches.number(i));
        return task.target().bytes().sub(lines.start(line), lines.end(line));
    }

    @Override
    public Telling telling() {
        return new FoundTelling(this);
    }

    /** The number of the line that a match is in, from 1; 0 when it is in none. */
    int line(int i) {
        Slice text = text(i);
        return text == null ? 0 : content.lines(text).lineAt(matches.number(i)) + 1;
    }

    /** Whether matches are shown with the lines around them. */
    boolean hasAround() {
        return around;
    }

    /** What is searched, in a word. */
    String pieces() {
        if (task.view().firstLine() > 0) {
            return "lines " + range();
        }
        boolean list = roots.size() == 1 && roots.get(0).is(JsonType.ARRAY);
        if (list) {
            return content.list(roots.get(0).bytes()).count() + " items";
        }
        return task.target().json()
                ? "keys and values"
                : content.lines(task.target().bytes()).count() + " lines";
    }
}

package dev.plimsoll.shape.item;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.search.DocumentFacts;
import dev.plimsoll.search.Search;
import dev.plimsoll.search.SearchDeadline;
import dev.plimsoll.search.SearchHit;
import dev.plimsoll.search.SearchMatches;
import dev.plimsoll.search.SearchPattern;
import dev.plimsoll.section.SnapshotContents;
import dev.plimsoll.section.TextSection;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.Projection;
import dev.plimsoll.shape.draft.TextExcerpt;
import dev.plimsoll.shape.fold.ItemFolder;
import dev.plimsoll.shape.item.OffsetLocator.Piece;
import dev.plimsoll.shape.notice.PageHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Matches of a search as items, each with its position and the item, member, or line that contains it. */
public final class FoundItems implements ItemSequence {

    /** Characters shown around a match in a longer text. */
    private static final int EXCERPT_LENGTH = 240;

    /** Largest part of the budget for an item, as a divisor: a larger item is shown as an excerpt. */
    private static final int MAX_SHARE_DIVISOR = 8;

    private static final int MIN_ITEM_TOKENS = 60;

    private final ShapeTask shapeTask;
    private final IndexedResult indexedResult;
    private final SearchPattern searchPattern;
    private final List<DocumentPart> roots;
    private final OffsetLocator offsetLocator;
    private final SearchMatches searchMatches;
    private final @Nullable Projection projection;
    private final boolean showsSurroundingLines;

    private FoundItems(ShapeTask shapeTask, IndexedResult indexedResult) {
        this.shapeTask = shapeTask;
        this.indexedResult = indexedResult;
        this.roots = roots(shapeTask, indexedResult);
        this.offsetLocator = new OffsetLocator(indexedResult, roots);
        String searchText = shapeTask.view().searchText();
        this.searchPattern = SearchPattern.of(
                searchText, SearchDeadline.of(shapeTask.policy().get(Policy.QUERY_TIME_MS), System::nanoTime));
        this.searchMatches = indexedResult.matches(shapeTask.target(), range() + "/" + searchText, this::search);
        List<String> fields = shapeTask.view().fields();
        this.projection = fields.isEmpty() ? null : Projection.of(fields);
        this.showsSurroundingLines = fitsSurroundingLines();
    }

    public static FoundItems of(ShapeTask shapeTask, IndexedResult indexedResult) {
        return new FoundItems(shapeTask, indexedResult);
    }

    /** Returns the part itself; for a result with several blocks, each block except those without text. */
    private static List<DocumentPart> roots(ShapeTask shapeTask, IndexedResult indexedResult) {
        DocumentPart documentPart = shapeTask.target();
        List<ContentBlock> parts = indexedResult.result().blocks();
        if (indexedResult.isBinary()) {
            return List.of();
        }
        if (!indexedResult.isBlocks(documentPart, shapeTask.view().part())) {
            return List.of(documentPart);
        }
        List<DocumentPart> roots = new ArrayList<>();
        ItemIndex values = indexedResult.list(documentPart.bytes());
        for (int i = 0; i < parts.size(); i++) {
            if (!parts.get(i).isBinary()) {
                roots.add(new DocumentPart(
                        values.item(i), true, JsonPointer.root().child(i)));
            }
        }
        return roots;
    }

    private SearchMatches search() {
        DocumentFacts documentFacts = new DocumentFacts() {
            @Override
            public ItemIndex items(Slice array) {
                return indexedResult.list(array);
            }

            @Override
            public LineIndex lines(Slice text) {
                return indexedResult.lines(text);
            }

            @Override
            public Slice text(Slice string) {
                return indexedResult.decoded(string, JsonPointer.root());
            }
        };
        if (shapeTask.view().firstLine() > 0) {
            return Search.inLines(shapeTask.target().bytes(), lines(), searchPattern);
        }
        return shapeTask.target().json()
                ? Search.inJson(roots.stream().map(DocumentPart::bytes).toList(), searchPattern, documentFacts)
                : Search.inText(shapeTask.target().bytes(), searchPattern, documentFacts);
    }

    /** Returns the lines that the view selects, as text such as {@code 3-9}; empty for all lines. */
    private String range() {
        int first = shapeTask.view().firstLine();
        int before = shapeTask.target().linesBefore();
        int count = first == 0
                ? 0
                : before + indexedResult.lines(shapeTask.target().bytes()).count();
        int last = shapeTask.view().lastLine() == 0
                ? count
                : Math.min(count, shapeTask.view().lastLine());
        return first == 0 ? "" : first + "-" + last;
    }

    private Slice lines() {
        Slice text = shapeTask.target().bytes();
        LineIndex lines = indexedResult.lines(text);
        if (lines.count() == 0) {
            return text;
        }
        int before = shapeTask.target().linesBefore();
        int first = Math.max(1, shapeTask.view().firstLine() - before);
        int last = shapeTask.view().lastLine() - before;
        int end = last <= 0 ? text.length() : lines.end(Math.min(last, lines.count()) - 1);
        return text.sub(lines.start(first - 1), end);
    }

    /** Returns whether the matches in lines are so few that the lines around them take only a part of a page. */
    private boolean fitsSurroundingLines() {
        if (searchMatches.count() > SurroundingLines.MAX_MATCHES) {
            return false;
        }
        AnswerDraft all = shapeTask.draft();
        for (int i = 0; i < searchMatches.count(); i++) {
            Slice text = text(i);
            if (text != null) {
                LineIndex lines = indexedResult.lines(text);
                SurroundingLines.write(text, lines, lines.lineAt(searchMatches.number(i)), all);
            }
        }
        return SurroundingLines.isSmall(all, shapeTask.budget());
    }

    /** Returns the text whose line contains a match; null if the match is not in a line. */
    private @Nullable Slice text(int i) {
        if (!shapeTask.target().json()) {
            return shapeTask.target().bytes();
        }
        Piece piece = offsetLocator.at(searchMatches.unit(i), searchMatches.number(i));
        return piece.hasLines() ? indexedResult.decoded(piece.value(), JsonPointer.root()) : null;
    }

    @Override
    public int count() {
        return searchMatches.count();
    }

    @Override
    public boolean exceeds(int i, int bytes) {
        return false;
    }

    @Override
    public void write(int i, AnswerDraft answerDraft) {
        write(i, answerDraft, null);
    }

    @Override
    public void fold(int i, ItemFolder itemFolder, AnswerDraft answerDraft) {
        write(i, answerDraft, itemFolder);
    }

    /** Writes a match; with a folder, without its item and with the text shortened. */
    private void write(int i, AnswerDraft answerDraft, @Nullable ItemFolder itemFolder) {
        Piece piece =
                shapeTask.target().json() ? offsetLocator.at(searchMatches.unit(i), searchMatches.number(i)) : null;
        if (piece == null || piece.hasLines()) {
            Slice text = piece == null
                    ? shapeTask.target().bytes()
                    : indexedResult.decoded(piece.value(), JsonPointer.root());
            line(
                    text,
                    searchMatches.number(i),
                    piece == null ? shapeTask.target().pointer() : piece.path(),
                    answerDraft,
                    itemFolder);
        } else {
            piece(piece, answerDraft, itemFolder);
        }
    }

    private void line(
            Slice text,
            int start,
            @Nullable JsonPointer path,
            AnswerDraft answerDraft,
            @Nullable ItemFolder itemFolder) {
        LineIndex lines = indexedResult.lines(text);
        int line = lines.lineAt(start);
        int from = lines.start(line);
        Slice shown = text.sub(from, Math.max(start, SearchPattern.lineEnd(text, lines, line)));
        answerDraft.ascii("{\"line\":").number(linesBefore() + line + 1);
        path(path, answerDraft);
        if (itemFolder == null) {
            names(text, line, answerDraft);
        }
        text(shown, start - from, answerDraft, itemFolder);
        if (showsSurroundingLines && itemFolder == null) {
            SurroundingLines.write(text, lines, line, answerDraft);
        }
        answerDraft.ascii("}");
    }

    /** Returns the number of lines before the text that is searched; 0 unless it is a section. */
    private int linesBefore() {
        return shapeTask.target().linesBefore();
    }

    /** Writes where a line of a page snapshot is on the page. */
    private void names(Slice text, int line, AnswerDraft answerDraft) {
        TextSection section = shapeTask.target().section();
        SnapshotContents page = indexedResult.sections().findPage(section == null ? text : section.whole());
        if (page != null) {
            List<String> names = page.ancestors(linesBefore() + line);
            for (int i = 0; i < names.size(); i++) {
                answerDraft.ascii(i == 0 ? ",\"names\":[" : ",").string(names.get(i));
            }
            answerDraft.ascii(names.isEmpty() ? "" : "]");
        }
    }

    private void piece(Piece piece, AnswerDraft answerDraft, @Nullable ItemFolder itemFolder) {
        SearchHit searchHit = hit(piece);
        answerDraft.ascii("{");
        if (piece.index() >= 0) {
            answerDraft.ascii("\"index\":").number(piece.index());
        }
        JsonPointer path = OffsetLocator.pathInside(piece.value(), piece.path(), searchHit.tokenOffset());
        path(isShort(path) ? path : piece.path(), answerDraft);
        if (searchHit.isKey()) {
            member(answerDraft, "in").string("key");
        }
        if (itemFolder != null || !item(piece.value(), answerDraft)) {
            text(searchHit.text(), searchHit.start(), answerDraft, itemFolder);
        } else {
            at(searchHit.text(), searchHit.start(), answerDraft);
        }
        answerDraft.ascii("}");
    }

    private SearchHit hit(Piece piece) {
        Slice key = piece.key();
        if (key != null) {
            Slice text = JsonText.hasEscapes(key) ? Slice.of(JsonText.unescape(key)) : key;
            int start = searchPattern.findFirst(text);
            if (start >= 0) {
                return new SearchHit(piece.value().from(), true, text, start);
            }
        }
        return Objects.requireNonNull(SearchHit.in(piece.value(), searchPattern), "no match in a matching piece");
    }

    private static boolean isShort(@Nullable JsonPointer path) {
        return path != null && path.toString().length() <= MAX_PATH_LENGTH;
    }

    private static void path(@Nullable JsonPointer path, AnswerDraft answerDraft) {
        if (path != null && isShort(path) && !path.tokens().isEmpty()) {
            member(answerDraft, "path").string(path.toString());
        }
    }

    private static AnswerDraft member(AnswerDraft answerDraft, String name) {
        Slice written = answerDraft.written();
        return answerDraft
                .ascii(written.at(written.length() - 1) == '{' ? "" : ",")
                .name(name);
    }

    /** Writes the item, or its projection, if it is small. Returns whether it was written. */
    private boolean item(Slice value, AnswerDraft answerDraft) {
        int maxTokens = Math.max(MIN_ITEM_TOKENS, shapeTask.budget().tokens() / MAX_SHARE_DIVISOR);
        AnswerDraft shown = shapeTask.draft();
        if (projection != null) {
            projection.write(value, shown);
        } else if (!Json.exceeds(value, shapeTask.budget().bytes() / MAX_SHARE_DIVISOR)) {
            shown.json(value);
        } else {
            return false;
        }
        if (shown.tokens() > maxTokens) {
            return false;
        }
        member(answerDraft, "item").append(shown);
        return true;
    }

    private void text(Slice text, int start, AnswerDraft answerDraft, @Nullable ItemFolder itemFolder) {
        Slice excerpt = TextExcerpt.of(text, start, EXCERPT_LENGTH);
        member(answerDraft, "text");
        if (itemFolder == null) {
            answerDraft.string(excerpt);
        } else {
            AnswerDraft quoted = shapeTask.draft().string(excerpt);
            itemFolder.write(quoted.written(), null);
        }
        at(text, start, answerDraft);
    }

    private static void at(Slice text, int start, AnswerDraft answerDraft) {
        answerDraft.ascii(",\"at\":").number(Utf8.codePoints(text.sub(0, start)));
    }

    @Override
    public JsonPointer pointer(int i) {
        JsonPointer path = shapeTask.target().json()
                ? offsetLocator
                        .at(searchMatches.unit(i), searchMatches.number(i))
                        .path()
                : null;
        return path == null ? shapeTask.target().pointer() : path;
    }

    @Override
    public String path(int i) {
        Piece piece =
                shapeTask.target().json() ? offsetLocator.at(searchMatches.unit(i), searchMatches.number(i)) : null;
        JsonPointer path = piece == null ? shapeTask.target().pointer() : piece.path();
        return path != null && isShort(path) ? path.toString() : "";
    }

    @Override
    public Slice value(int i) {
        if (shapeTask.target().json()) {
            return offsetLocator
                    .at(searchMatches.unit(i), searchMatches.number(i))
                    .value();
        }
        LineIndex lines = indexedResult.lines(shapeTask.target().bytes());
        int line = lines.lineAt(searchMatches.number(i));
        return shapeTask.target().bytes().sub(lines.start(line), lines.end(line));
    }

    @Override
    public PageHeader pageHeader() {
        return new SearchPageHeader(this);
    }

    /** Returns the number of the line that contains a match, from 1; 0 if the match is not in a line. */
    int line(int i) {
        Slice text = text(i);
        return text == null ? 0 : linesBefore() + indexedResult.lines(text).lineAt(searchMatches.number(i)) + 1;
    }

    /** Returns whether matches are shown with the lines around them. */
    boolean showsSurroundingLines() {
        return showsSurroundingLines;
    }

    /** Returns a short description of what is searched, such as {@code 20 items}. */
    String searchedText() {
        if (shapeTask.view().firstLine() > 0) {
            return "lines " + range();
        }
        boolean list = roots.size() == 1 && roots.get(0).isOfType(JsonType.ARRAY);
        if (list) {
            return indexedResult.list(roots.get(0).bytes()).count() + " items";
        }
        return shapeTask.target().json()
                ? "keys and values"
                : indexedResult.lines(shapeTask.target().bytes()).count() + " lines";
    }
}

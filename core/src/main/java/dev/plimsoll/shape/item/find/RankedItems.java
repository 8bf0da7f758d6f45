package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.search.DocumentFacts;
import dev.plimsoll.search.SearchDeadline;
import dev.plimsoll.search.SearchPattern;
import dev.plimsoll.search.rank.PassageCollector;
import dev.plimsoll.search.rank.PassageIndex;
import dev.plimsoll.search.rank.PassageList;
import dev.plimsoll.search.rank.QuestionWords;
import dev.plimsoll.search.rank.RankedPassages;
import dev.plimsoll.section.TextContents;
import dev.plimsoll.section.TextSection;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.ItemFolder;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.item.find.OffsetLocator.Piece;
import dev.plimsoll.shape.notice.FoundTerms;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.notice.PageHeader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The passages that suit a question, as items, the best first. Each has its position, and the words that matched. */
public final class RankedItems implements ItemSequence {

    /** Maximum size of a document part that is searched by rank. */
    static final int MAX_BYTES = 32 << 20;

    private static final int MB = 1 << 20;

    /** Share of the budget that a record may use. */
    private static final int MIN_PASSAGES = 7;

    private final ShapeTask shapeTask;
    private final IndexedResult indexedResult;
    private final OffsetLocator offsetLocator;
    private final List<DocumentPart> roots;
    private final PassageIndex index;
    private final RankedPassages ranked;
    private final PassageWriter passageWriter;
    private final MatchWriter matchWriter;

    private RankedItems(ShapeTask shapeTask, IndexedResult indexedResult) {
        this.shapeTask = shapeTask;
        this.indexedResult = indexedResult;
        this.roots = FoundItems.roots(shapeTask, indexedResult);
        this.offsetLocator = new OffsetLocator(indexedResult, roots);
        String question = shapeTask.view().searchText();
        QuestionWords words = check(question);
        requireSize(shapeTask.target());
        this.index = indexedResult.getOrComputePassages(
                shapeTask.target(), () -> buildIndex(SearchDeadline.ofPassageIndex(System::nanoTime)));
        this.ranked =
                indexedResult.getOrComputeRank(shapeTask.target(), question, () -> index.rank(words, rankDeadline()));
        this.passageWriter = new PassageWriter(ranked.words());
        this.matchWriter = new MatchWriter(shapeTask, new QuestionPattern(ranked.words()));
    }

    private SearchDeadline rankDeadline() {
        return SearchDeadline.ofRankedSearch(shapeTask.policy().get(Policy.QUERY_TIME_MS), System::nanoTime);
    }

    public static RankedItems of(ShapeTask shapeTask, IndexedResult indexedResult) {
        return new RankedItems(shapeTask, indexedResult);
    }

    /** Returns the words of a question; throws {@link RefusedException} if it has none. */
    public static QuestionWords check(String question) {
        QuestionWords words = QuestionWords.of(question);
        if (words.isEmpty()) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            "search has no word: it needs letters or digits",
                            "search: \"…\", or find for other characters")
                    .detail("argument", "search");
        }
        return words;
    }

    private static void requireSize(DocumentPart part) {
        int length = part.bytes().length();
        if (length > MAX_BYTES) {
            throw new RefusedException(
                            ErrorCode.QUERY_LIMIT,
                            "search reads at most " + MAX_BYTES / MB + " MB, and this part has "
                                    + (length + MB - 1) / MB + " MB",
                            "search in a smaller part with path, or use find")
                    .detail("argument", "search")
                    .detail("limit", MAX_BYTES + " bytes");
        }
    }

    private PassageIndex buildIndex(SearchDeadline deadline) {
        DocumentFacts documentFacts = new DocumentFacts() {
            @Override
            public ItemIndex items(Slice array) {
                return indexedResult.list(array);
            }

            @Override
            public LineIndex lines(Slice text) {
                return indexedResult.lines(text);
            }
        };
        DocumentPart part = shapeTask.target();
        return part.json()
                ? PassageCollector.ofJson(
                        roots.stream().map(DocumentPart::bytes).toList(), documentFacts, this::headings, deadline)
                : PassageCollector.ofText(part.bytes(), documentFacts, this::headings, deadline);
    }

    private @Nullable KnownHeadings headings(Slice text) {
        TextSection section = shapeTask.target().section();
        boolean isSection =
                section != null && text.isSameRange(shapeTask.target().bytes());
        Slice whole = section != null && isSection ? section.whole() : text;
        TextContents contents = indexedResult.sections().contents(whole);
        return contents == null ? null : KnownHeadings.of(contents, isSection ? shapeTask.target() : null);
    }

    @Override
    public int count() {
        return ranked.count();
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

    private void write(int i, AnswerDraft answerDraft, @Nullable ItemFolder itemFolder) {
        Piece piece = piece(i);
        PassageList passages = index.passages();
        int passage = ranked.passage(i);
        if (piece != null && passages.isWhole(passage)) {
            int all = shapeTask.budget().tokens();
            int open = Math.min(all / 2 - answerDraft.tokens(), all / MIN_PASSAGES);
            List<String> words = ranked.words().findIn(PassageWriter.texts(piece));
            matchWriter.writeRecord(piece, words, open, answerDraft, itemFolder);
            return;
        }
        FoundPassage found = found(i, piece);
        passageWriter.write(found, answerDraft, itemFolder, itemFolder == null ? null : shapeTask.draft());
    }

    /** Returns the passage of a text; the passage at the rank must be one. */
    private FoundPassage found(int i, @Nullable Piece piece) {
        PassageList passages = index.passages();
        int passage = ranked.passage(i);
        Slice text = text(passage);
        JsonPointer own = piece == null ? shapeTask.target().pointer() : pathOf(piece, passage);
        boolean isExact = MatchWriter.isShort(own);
        JsonPointer path = isExact || piece == null ? own : piece.path();
        LineIndex lines = indexedResult.lines(text);
        KnownHeadings known = headings(text);
        int heading = passages.heading(passage);
        List<String> names = heading < 0
                ? List.of()
                : known == null ? PassageCollector.headingPath(text, lines, heading) : known.path(heading);
        return new FoundPassage(
                text,
                lines,
                passages.from(passage),
                passages.to(passage),
                shapeTask.target().linesBefore(),
                new FoundPassage.Place(
                        piece == null ? -1 : piece.index(), MatchWriter.isShort(path) ? path : null, isExact, names));
    }

    /** Returns the text that a passage is in, decoded. */
    private Slice text(int passage) {
        int at = index.passages().valueOffset(passage);
        if (at < 0) {
            return shapeTask.target().bytes();
        }
        Slice any = shapeTask.target().bytes();
        Slice string = new Slice(any.bytes(), at, Json.skipValue(any.bytes(), at, any.to()));
        return indexedResult.decoded(string, JsonPointer.root());
    }

    private @Nullable JsonPointer pathOf(Piece piece, int passage) {
        return OffsetLocator.pathInside(
                piece.value(), piece.path(), index.passages().valueOffset(passage));
    }

    /** Returns the piece of JSON that contains a passage; null if a text is searched. */
    private @Nullable Piece piece(int i) {
        PassageList passages = index.passages();
        int passage = ranked.passage(i);
        return shapeTask.target().json()
                ? offsetLocator.at(passages.unitOffset(passage), passages.numberInUnit(passage))
                : null;
    }

    @Override
    public JsonPointer pointer(int i) {
        Piece piece = piece(i);
        JsonPointer path = piece == null ? null : piece.path();
        return path == null ? shapeTask.target().pointer() : path;
    }

    @Override
    public String path(int i) {
        Piece piece = piece(i);
        JsonPointer path = piece == null ? shapeTask.target().pointer() : piece.path();
        return MatchWriter.isShort(path) ? String.valueOf(path) : "";
    }

    @Override
    public Slice value(int i) {
        Piece piece = piece(i);
        PassageList passages = index.passages();
        int passage = ranked.passage(i);
        return piece != null ? piece.value() : text(passage).sub(passages.from(passage), passages.to(passage));
    }

    @Override
    public PageHeader pageHeader() {
        return new SearchPageHeader(
                count(),
                (resultFacts, span) ->
                        Notices.ranked(resultFacts, index.passages().count(), terms(), span),
                this::surroundings);
    }

    private SearchPageHeader.Surroundings surroundings() {
        FoundPassage first = index.passages().isWhole(ranked.passage(0)) ? null : found(0, piece(0));
        return first == null || !first.place().isExact()
                ? new SearchPageHeader.Surroundings(path(0), null)
                : new SearchPageHeader.Surroundings(
                        String.valueOf(first.place().path()),
                        first.rangeAround(SearchPageHeader.NEAR_LINES, SearchPageHeader.NEAR_CHARACTERS));
    }

    /** Returns the question and its words that no passage contains, for a notice. */
    private FoundTerms terms() {
        List<String> missing =
                ranked.missing().stream().map(SearchPattern::describe).toList();
        String question = shapeTask.view().searchText();
        return new FoundTerms(List.of(SearchPattern.describe(question)), missing);
    }
}

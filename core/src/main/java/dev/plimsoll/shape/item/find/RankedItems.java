package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.search.SearchDeadline;
import dev.plimsoll.search.SearchPattern;
import dev.plimsoll.search.rank.PassageCollector;
import dev.plimsoll.search.rank.PassageIndex;
import dev.plimsoll.search.rank.PassageList;
import dev.plimsoll.search.rank.QuestionWords;
import dev.plimsoll.search.rank.RankedPassages;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.FoldWriter;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.item.find.OffsetLocator.LocatedValue;
import dev.plimsoll.shape.notice.FoundTerms;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.notice.PageHeader;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passages that a ranked search found, as items, the best first. Each has its position and the words that matched. */
public final class RankedItems implements ItemSequence {

    /** Maximum number of words that a notice names because no passage contains them. */
    private static final int MAX_ABSENT_WORDS = 3;

    /** Number of passages that fit on a page even if they are large records. */
    private static final int MIN_PASSAGES = 7;

    private final ShapeTask shapeTask;
    private final IndexedResult indexedResult;
    private final OffsetLocator offsetLocator;
    private final List<DocumentPart> roots;
    private final ResultPassages resultPassages;
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
        QuestionWords words = parseQuestion(question);
        this.resultPassages = new ResultPassages(shapeTask, indexedResult, roots);
        this.index = resultPassages.index();
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

    /** Builds the index of the task's target if it is not in memory. */
    public static void buildIndex(ShapeTask shapeTask, IndexedResult indexedResult) {
        new ResultPassages(shapeTask, indexedResult, FoundItems.roots(shapeTask, indexedResult)).index();
    }

    /** Parses the words of a question; throws {@link RefusedException} if it has none. */
    public static QuestionWords parseQuestion(String question) {
        QuestionWords words = QuestionWords.parse(question);
        if (words.isEmpty()) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            "search has no word: it needs letters or digits",
                            "search: \"…\", or find for other characters")
                    .detail("argument", "search");
        }
        return words;
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
    public void fold(int i, FoldWriter foldWriter, AnswerDraft answerDraft) {
        write(i, answerDraft, foldWriter);
    }

    private void write(int i, AnswerDraft answerDraft, @Nullable FoldWriter foldWriter) {
        LocatedValue located = locate(i);
        PassageList passages = index.passages();
        int passage = ranked.passage(i);
        if (located != null && passages.isWhole(passage)) {
            int budget = shapeTask.budget().tokens();
            int maxTokens = Math.min(budget / 2 - answerDraft.tokens(), budget / MIN_PASSAGES);
            List<String> words = ranked.words().findIn(PassageWriter.texts(located));
            matchWriter.writeRecord(located, words, maxTokens, answerDraft, foldWriter);
            return;
        }
        FoundPassage foundPassage = toFoundPassage(i, located);
        passageWriter.write(foundPassage, answerDraft, foldWriter, foldWriter == null ? null : shapeTask.draft());
    }

    /** Returns the passage at a rank, which must be a range of a text. */
    private FoundPassage toFoundPassage(int i, @Nullable LocatedValue located) {
        PassageList passages = index.passages();
        int passage = ranked.passage(i);
        Slice text = text(passage);
        JsonPointer textPath = located == null ? shapeTask.target().pointer() : pathOf(located, passage);
        boolean isExact = MatchWriter.isShort(textPath);
        JsonPointer path = isExact || located == null ? textPath : located.path();
        LineIndex lines = indexedResult.lines(text);
        ContentsHeadings contents = resultPassages.headings(text);
        int heading = passages.heading(passage);
        List<String> names = heading < 0
                ? List.of()
                : contents == null ? PassageCollector.headingPath(text, lines, heading) : contents.path(heading);
        return new FoundPassage(
                text,
                lines,
                passages.from(passage),
                passages.to(passage),
                shapeTask.target().linesBefore(),
                new FoundPassage.Location(
                        located == null ? -1 : located.index(),
                        MatchWriter.isShort(path) ? path : null,
                        isExact,
                        names));
    }

    /** Returns the decoded text that contains a passage. */
    private Slice text(int passage) {
        int valueOffset = index.passages().valueOffset(passage);
        if (valueOffset < 0) {
            return shapeTask.target().bytes();
        }
        Slice document = shapeTask.target().bytes();
        Slice string =
                new Slice(document.bytes(), valueOffset, Json.skipValue(document.bytes(), valueOffset, document.to()));
        return indexedResult.decoded(string, JsonPointer.root());
    }

    private @Nullable JsonPointer pathOf(LocatedValue located, int passage) {
        return OffsetLocator.pathInside(
                located.value(), located.path(), index.passages().valueOffset(passage));
    }

    /** Returns the value that contains a passage; null if a text is searched. */
    private @Nullable LocatedValue locate(int i) {
        PassageList passages = index.passages();
        int passage = ranked.passage(i);
        return shapeTask.target().isJson()
                ? offsetLocator.at(passages.unitOffset(passage), passages.numberInUnit(passage))
                : null;
    }

    @Override
    public JsonPointer pointer(int i) {
        LocatedValue located = locate(i);
        JsonPointer path = located == null ? null : located.path();
        return path == null ? shapeTask.target().pointer() : path;
    }

    @Override
    public String path(int i) {
        LocatedValue located = locate(i);
        JsonPointer path = located == null ? shapeTask.target().pointer() : located.path();
        return MatchWriter.isShort(path) ? String.valueOf(path) : "";
    }

    @Override
    public Slice value(int i) {
        LocatedValue located = locate(i);
        PassageList passages = index.passages();
        int passage = ranked.passage(i);
        return located != null ? located.value() : text(passage).sub(passages.from(passage), passages.to(passage));
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
        FoundPassage firstPassage = index.passages().isWhole(ranked.passage(0)) ? null : toFoundPassage(0, locate(0));
        return firstPassage == null || !firstPassage.location().isExact()
                ? new SearchPageHeader.Surroundings(path(0), null)
                : new SearchPageHeader.Surroundings(
                        String.valueOf(firstPassage.location().path()),
                        firstPassage.rangeAround(SearchPageHeader.NEAR_LINES, SearchPageHeader.NEAR_CHARACTERS));
    }

    /**
     * Returns the question, and the longest of its words that no passage contains, for a notice. Short words, such as
     * "what", seldom matter.
     */
    private FoundTerms terms() {
        List<String> longest = ranked.absentWords().stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .limit(MAX_ABSENT_WORDS)
                .toList();
        List<String> absentWords = ranked.absentWords().stream()
                .filter(longest::contains)
                .map(SearchPattern::describe)
                .toList();
        String question = shapeTask.view().searchText();
        return new FoundTerms(List.of(SearchPattern.describe(question)), absentWords);
    }
}

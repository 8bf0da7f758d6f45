package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.search.DocumentIndexes;
import dev.plimsoll.search.Search;
import dev.plimsoll.search.SearchDeadline;
import dev.plimsoll.search.SearchMatches;
import dev.plimsoll.search.SearchPattern;
import dev.plimsoll.section.TableOfContents;
import dev.plimsoll.section.TextSection;
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
import dev.plimsoll.view.FindTerms;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Matches of a search as items. Each has its position, and the item, member, or line that contains it. */
public final class FoundItems implements ItemSequence {

    /** Number of matches that fit on a page even if their records are large. */
    private static final int MIN_MATCHES = 4;

    /** Minimum size of a text whose matches show the sections that contain them. */
    private static final int MIN_TEXT_BYTES_WITH_NAMES = 500;

    private final ShapeTask shapeTask;
    private final IndexedResult indexedResult;
    private final FindTerms findTerms;
    private final SearchPattern searchPattern;
    private final List<DocumentPart> roots;
    private final OffsetLocator offsetLocator;
    private final SearchMatches searchMatches;
    private final MatchWriter matchWriter;

    private FoundItems(ShapeTask shapeTask, IndexedResult indexedResult) {
        this.shapeTask = shapeTask;
        this.indexedResult = indexedResult;
        this.roots = roots(shapeTask, indexedResult);
        this.offsetLocator = new OffsetLocator(indexedResult, roots);
        String searchText = shapeTask.view().searchText();
        this.findTerms = FindTerms.ofSearchText(searchText);
        this.searchPattern = SearchPattern.parse(searchText, deadline());
        this.searchMatches =
                indexedResult.getOrComputeMatches(shapeTask.target(), lineRange() + "/" + searchText, this::search);
        this.matchWriter = new MatchWriter(shapeTask, searchPattern);
    }

    public static FoundItems of(ShapeTask shapeTask, IndexedResult indexedResult) {
        return new FoundItems(shapeTask, indexedResult);
    }

    private SearchDeadline deadline() {
        return SearchDeadline.of(shapeTask.policy().get(Policy.QUERY_TIME_MS), System::nanoTime);
    }

    /**
     * Returns the values to search: the target itself or, if the target is all blocks of a result, each block that is
     * not binary.
     */
    static List<DocumentPart> roots(ShapeTask shapeTask, IndexedResult indexedResult) {
        DocumentPart documentPart = shapeTask.target();
        List<ContentBlock> blocks = indexedResult.result().blocks();
        if (indexedResult.isBinary()) {
            return List.of();
        }
        if (!indexedResult.isListOfAllBlocks(documentPart, shapeTask.view().blockIndex())) {
            return List.of(documentPart);
        }
        List<DocumentPart> roots = new ArrayList<>();
        ItemIndex values = indexedResult.itemIndex(documentPart.bytes());
        for (int i = 0; i < blocks.size(); i++) {
            if (!blocks.get(i).isBinary()) {
                roots.add(new DocumentPart(
                        values.item(i), true, JsonPointer.root().child(i)));
            }
        }
        return roots;
    }

    /**
     * Searches for all terms together, because a match of several terms is reported only once. Then searches for each
     * term alone to find the terms without a match.
     */
    private SearchMatches search() {
        SearchMatches allMatches = search(searchPattern);
        if (findTerms.all().size() == 1) {
            return allMatches;
        }
        SearchDeadline deadline = deadline();
        return allMatches.setTermsWithoutMatch(findTerms.all().stream()
                .filter(term -> allMatches.count() == 0
                        || search(SearchPattern.parseTerm(term, deadline)).count() == 0)
                .toList());
    }

    private SearchMatches search(SearchPattern pattern) {
        DocumentIndexes documentIndexes = new DocumentIndexes() {
            @Override
            public ItemIndex items(Slice array) {
                return indexedResult.itemIndex(array);
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
        if (shapeTask.view().hasLines()) {
            return Search.findInRanges(
                    shapeTask.target().bytes(), selectedLines().slices(), pattern);
        }
        return shapeTask.target().isJson()
                ? Search.findInJson(roots.stream().map(DocumentPart::bytes).toList(), pattern, documentIndexes)
                : Search.findInText(shapeTask.target().bytes(), pattern, documentIndexes);
    }

    private SelectedLines selectedLines() {
        Slice text = shapeTask.target().bytes();
        return SelectedLines.of(shapeTask.target(), indexedResult.lines(text), shapeTask.view());
    }

    /** Returns the lines that the view selects, as text such as {@code 3-9}; empty for all lines. */
    private String lineRange() {
        return shapeTask.view().hasLines() ? selectedLines().description() : "";
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
    public void fold(int i, FoldWriter foldWriter, AnswerDraft answerDraft) {
        write(i, answerDraft, foldWriter);
    }

    /** Writes a match. If a fold writer is given, omits its item and surroundings, and shortens its text. */
    private void write(int i, AnswerDraft answerDraft, @Nullable FoldWriter foldWriter) {
        LocatedValue located = locate(i);
        Slice text = text(located);
        // the first matches can use half of the budget for complete records and lines
        int maxTokens = shapeTask.budget().tokens() / 2 - answerDraft.tokens();
        if (text == null && located != null) {
            MatchSurroundings surroundings = foldWriter == null ? surroundings(i, located) : null;
            int maxRecordTokens = Math.min(maxTokens, share(i, answerDraft));
            matchWriter.writeValue(located, surroundings, maxRecordTokens, answerDraft, foldWriter);
        } else if (text != null) {
            MatchSurroundings surroundings = foldWriter == null ? surroundings(i, text) : null;
            matchWriter.writeLine(line(i, located, text), surroundings, maxTokens, answerDraft, foldWriter);
        }
    }

    /** Returns the maximum number of tokens of a match that leaves enough of the budget for the next matches. */
    private int share(int i, AnswerDraft answerDraft) {
        int remaining = searchMatches.count() - i;
        int budget = shapeTask.budget().tokens();
        return remaining > MIN_MATCHES
                ? budget / (MIN_MATCHES + 2)
                : (budget * 2 / 3 - answerDraft.tokens()) / remaining;
    }

    private MatchSurroundings surroundings(int i, Slice text) {
        LineIndex lines = indexedResult.lines(text);
        int line = lines.lineAt(offsetInText(i));
        return MatchSurroundings.of(
                shapeTask.view().options().context(),
                lineIn(i - 1, i, lines),
                line,
                lineIn(i + 1, i, lines),
                text.isEmpty() ? 0 : lines.count());
    }

    /** Returns the offset of a match in the text whose line contains it. */
    private int offsetInText(int i) {
        return searchMatches.numberInUnit(i);
    }

    /** Returns the line of another match if it is in the same text; otherwise -1. */
    private int lineIn(int otherMatch, int match, LineIndex lines) {
        boolean isMatch = otherMatch >= 0 && otherMatch < searchMatches.count();
        boolean isSameText = isMatch && searchMatches.unitOffset(otherMatch) == searchMatches.unitOffset(match);
        return isSameText ? lines.lineAt(offsetInText(otherMatch)) : -1;
    }

    private @Nullable MatchSurroundings surroundings(int i, LocatedValue located) {
        ItemIndex items = located.items();
        if (items == null || shapeTask.view().options().context().isNone()) {
            return null;
        }
        return MatchSurroundings.of(
                shapeTask.view().options().context(),
                itemIn(i - 1, items),
                located.index(),
                itemIn(i + 1, items),
                items.count());
    }

    /** Returns the index of another match's item if it is in the same list; otherwise -1. */
    private int itemIn(int otherMatch, ItemIndex items) {
        LocatedValue located = otherMatch >= 0 && otherMatch < searchMatches.count() ? locate(otherMatch) : null;
        ItemIndex list = located == null ? null : located.items();
        return located != null && list != null && list.start(0) == items.start(0) ? located.index() : -1;
    }

    /** Returns the value that matches; null if a text is searched. */
    private @Nullable LocatedValue locate(int i) {
        return shapeTask.target().isJson()
                ? offsetLocator.at(searchMatches.unitOffset(i), searchMatches.numberInUnit(i))
                : null;
    }

    /** Returns the text whose line contains a match; null if the match is not in a line. */
    private @Nullable Slice text(@Nullable LocatedValue located) {
        if (located == null) {
            return shapeTask.target().bytes();
        }
        return located.hasLines() ? indexedResult.decoded(located.value(), JsonPointer.root()) : null;
    }

    /** Returns the number of lines before the text that is searched; 0 unless it is a section. */
    private int linesBefore() {
        return shapeTask.target().linesBefore();
    }

    /**
     * Returns the sections and parts that contain a match, such as headings of Markdown, nodes of a page snapshot, or
     * functions of source code; empty if the text has none.
     */
    private List<String> names(Slice text, int i) {
        TextSection section = shapeTask.target().section();
        Slice whole = section == null ? text : section.text();
        TableOfContents contents = whole.length() < MIN_TEXT_BYTES_WITH_NAMES
                ? null
                : indexedResult.sections().tableOfContents(whole);
        int line = indexedResult.lines(text).lineAt(offsetInText(i));
        return contents == null ? List.of() : contents.ancestors(linesBefore() + line);
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
        if (located != null) {
            return located.value();
        }
        LineIndex lines = indexedResult.lines(shapeTask.target().bytes());
        int line = lines.lineAt(offsetInText(i));
        return shapeTask.target().bytes().sub(lines.start(line), lines.end(line));
    }

    @Override
    public PageHeader pageHeader() {
        return new SearchPageHeader(
                count(),
                (resultFacts, span) -> Notices.found(resultFacts, searchedText(), terms(), span),
                this::surroundingsOfFirstMatch);
    }

    private SearchPageHeader.Surroundings surroundingsOfFirstMatch() {
        FoundLine line = findLine(0);
        JsonPointer path = line == null ? null : line.path();
        return new SearchPageHeader.Surroundings(
                path == null ? path(0) : path.toString(),
                line == null ? null : line.rangeAround(SearchPageHeader.NEAR_LINES, SearchPageHeader.NEAR_CHARACTERS));
    }

    /** Returns the line that contains a match; null if the match is not in a line. */
    @Nullable FoundLine line(int i) {
        LocatedValue located = locate(i);
        Slice text = text(located);
        return text == null ? null : line(i, located, text);
    }

    /**
     * Returns the line that contains a match, also if it is a line of a long string in an item; null for other
     * matches.
     */
    @Nullable FoundLine findLine(int i) {
        FoundLine line = line(i);
        LocatedValue located = locate(i);
        return line != null || located == null ? line : matchWriter.lineInString(located);
    }

    private FoundLine line(int i, @Nullable LocatedValue located, Slice text) {
        JsonPointer path = located == null ? shapeTask.target().pointer() : located.path();
        int offset = offsetInText(i);
        return new FoundLine(text, indexedResult.lines(text), offset, linesBefore(), path, names(text, i));
    }

    /** Returns the terms of the search for a notice. */
    public FoundTerms terms() {
        return new FoundTerms(describe(findTerms.all()), describe(searchMatches.termsWithoutMatch()));
    }

    private static List<String> describe(List<String> terms) {
        return terms.stream().map(SearchPattern::describe).toList();
    }

    /** Returns a short description of what is searched, such as {@code the 20 items}. */
    public String searchedText() {
        if (shapeTask.view().hasLines()) {
            return "lines " + lineRange();
        }
        boolean isList = roots.size() == 1 && roots.get(0).isOfType(JsonType.ARRAY);
        if (isList) {
            return countOf(indexedResult.itemIndex(roots.get(0).bytes()).count(), "item");
        }
        return shapeTask.target().isJson()
                ? "the keys and values"
                : countOf(indexedResult.lines(shapeTask.target().bytes()).count(), "line");
    }

    private static String countOf(int count, String noun) {
        return count == 1 ? "the only " + noun : "the " + count + " " + noun + "s";
    }
}

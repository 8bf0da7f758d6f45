package dev.plimsoll.shape.text;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.section.TextSection;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.PageCutter;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.PageBounds;
import dev.plimsoll.shape.item.find.SelectedLines;
import dev.plimsoll.shape.notice.NextCalls;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.outline.HeaderOutline;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.texttype.TextType;
import dev.plimsoll.tokens.TokenCounter;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.Position.CursorPage;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes a text in chunks. The content block of a chunk has the header, an empty line, and the text. If the text is a
 * string in an object, the chunk is the cut string in its object.
 */
public final class ChunkShaper implements PageCutter {

    /** Separates the header, which is one line of JSON, from the text. */
    private static final String EMPTY_LINE = "\n\n";

    /** The beginning of the text gets 1/{@code LOOK_TEXT_DIVISOR} of the tokens of a look. */
    private static final int LOOK_TEXT_DIVISOR = 6;

    /** Maximum tokens of a table of contents if the first chunk is not a look. */
    private static final int MAX_CONTENTS_TOKENS = 300;

    private final ShapeTask shapeTask;
    private final Slice text;

    /** Range of the text that the view selects. */
    private final int from;

    private final int to;
    private final LineIndex lines;
    private final @Nullable PageFrame pageFrame;
    private final IndexedResult indexedResult;
    private final boolean isTight;

    /** Phrase about the text for the first notice; or empty. */
    private final String phrase;

    private final LineNumbers lineNumbers;
    private @Nullable ChunkHints hints;
    private @Nullable Details details;

    /**
     * Creates a shaper for a text, or for the lines of it that the view selects.
     *
     * @param pageFrame the object around the text; null if the text is alone
     */
    public ChunkShaper(
            ShapeTask shapeTask,
            Slice text,
            LineIndex lines,
            @Nullable PageFrame pageFrame,
            IndexedResult indexedResult) {
        this(shapeTask, text, lines, pageFrame, indexedResult, null);
    }

    /** Creates a shaper for several parts of a text. */
    public static ChunkShaper ofSelection(
            ShapeTask shapeTask, SelectedLines selection, @Nullable PageFrame pageFrame, IndexedResult indexedResult) {
        Slice joined = selection.joined();
        return new ChunkShaper(shapeTask, joined, LineIndex.of(joined), pageFrame, indexedResult, selection);
    }

    private ChunkShaper(
            ShapeTask shapeTask,
            Slice text,
            LineIndex lines,
            @Nullable PageFrame pageFrame,
            IndexedResult indexedResult,
            @Nullable SelectedLines selection) {
        this.shapeTask = shapeTask;
        this.text = text;
        this.pageFrame = pageFrame;
        this.indexedResult = indexedResult;
        this.lines = lines;
        // in an object, or as the output of a query, the lines of a text are numbered from 1
        TextSection section = pageFrame == null ? shapeTask.target().section() : null;
        this.lineNumbers = LineNumbers.of(section, selection, lines);
        this.phrase = isWholeText() ? TextPhrase.of(text, indexedResult) : "";
        this.isTight = AnswerHeader.isLarge(header(widestChunk(false), Position.FIRST, false, false), shapeTask);
        int firstLine = shapeTask.view().firstLine() - lineNumbers.linesBefore();
        int lastLine = shapeTask.view().lastLine() - lineNumbers.linesBefore();
        this.from = firstLine <= 0 ? 0 : lines.start(Math.min(firstLine, lines.count()) - 1);
        this.to = lastLine <= 0 ? text.length() : lines.end(Math.min(lastLine, lines.count()) - 1);
    }

    /** Details of the first chunk: the outline, and the end of the text. */
    private record Details(AnswerDraft outline, @Nullable TextEnd end) {}

    /** Returns whether the view reads a whole text of the server, from its beginning. */
    private boolean isWholeText() {
        return shapeTask.view().start() == 0
                && !shapeTask.view().hasLines()
                && (pageFrame == null || !pageFrame.isDerived());
    }

    /** Returns the hints; finds them when the first chunk is cut or shown. */
    private ChunkHints hints() {
        ChunkHints chunkHints = hints;
        if (chunkHints == null) {
            // with URIs, the notice names the next reads; derived text cannot be searched
            boolean hasDetails =
                    isWholeText() && !isTight && (isLook() || !shapeTask.facts().hasUriCursors());
            chunkHints = hasDetails ? ChunkHints.of(text, lines, shapeTask, pageFrame, indexedResult) : ChunkHints.NONE;
            hints = chunkHints;
            if (hasDetails && !findDetails(chunkHints.isLog())) {
                chunkHints = ChunkHints.NONE;
                hints = chunkHints;
            }
        }
        return chunkHints;
    }

    /** Finds the outline and the end of the text. Returns false if the header would be too large with them. */
    private boolean findDetails(boolean isLog) {
        AnswerDraft outlineDraft = shapeTask.draft();
        if (isLog) {
            HeaderOutline.writeLog(text, lines, indexedResult, shapeTask, outlineDraft);
        }
        details = new Details(outlineDraft, isLook() ? TextEnd.of(text, lines, lineNumbers.linesBefore()) : null);
        int spareTokens = AnswerHeader.spareTokens(header(widestChunk(true), Position.FIRST, false, true), shapeTask);
        boolean hasContents = isLook() || indexedResult.sections().tableOfContents(text) != null;
        if (spareTokens >= 0 && !isLog && hasContents) {
            int tokens = isLook()
                    ? (shapeTask.firstPageBudget().tokens() / 2 + spareTokens) * 3 / 5
                    : Math.min(MAX_CONTENTS_TOKENS, spareTokens);
            HeaderOutline.writeText(text, lines, indexedResult, tokens, outlineDraft);
        }
        return spareTokens >= 0;
    }

    private boolean isLook() {
        return shapeTask.isLook(Position.FIRST);
    }

    @Override
    public ShapedText page() {
        int start = Math.max(shapeTask.position().start(), from);
        int[] bounds = chunkBounds();
        int index = Arrays.binarySearch(bounds, start);
        if (index < 0) {
            index = -index - 2;
        }
        int selectedIndex = Math.max(0, Math.min(index, bounds.length - 2));
        return writeChunks(bounds, selectedIndex, selectedIndex + 1);
    }

    @Override
    public ShapedText pages(int count) {
        int[] bounds = chunkBounds();
        int index = Math.max(
                0, Arrays.binarySearch(bounds, Math.max(shapeTask.position().start(), from)));
        ShapedText fullPage = page();
        int maxEndIndex = Math.min(index + count, bounds.length - 1);
        for (int endIndex = index + 2; endIndex <= maxEndIndex; endIndex++) {
            ShapedText longerText = writeChunks(bounds, index, endIndex);
            if (!shapeTask.pageBudget().allows(longerText.tokens(), longerText.bytes())) {
                break;
            }
            fullPage = longerText;
        }
        return fullPage;
    }

    @Override
    public int startOf(int page) {
        int[] bounds = chunkBounds();
        return page < bounds.length ? bounds[page - 1] : -1;
    }

    /** Returns the starts of all chunks, and the end. */
    private int[] chunkBounds() {
        return indexedResult
                .bounds()
                .startsOf(new PageBounds.Key(shapeTask.view(), shapeTask.firstPageBudget()))
                .startsAndEnd(this::cutChunks);
    }

    private int[] cutChunks() {
        Slice selectedText = text.sub(0, to);
        LineIndex selectedLineIndex = to == text.length() ? lines : LineIndex.of(selectedText);
        TextType textType = indexedResult.textType(text);
        ToIntFunction<Slice> cost = pageFrame == null
                ? new LineCosts(selectedText, selectedLineIndex, shapeTask.counter(), indexedResult.parallelRunner())
                : this::maxTokens;
        Chunker.JoinedTokens joinedTokens =
                pageFrame == null ? shapeTask.counter()::joinDelta : (bounds, position) -> TokenCounter.UNKNOWN;
        Chunker chunker = new Chunker(
                selectedText,
                selectedLineIndex,
                BreakScores.of(selectedText, selectedLineIndex, textType),
                cost,
                joinedTokens);
        int start = Math.max(from, shapeTask.view().start());
        boolean isFirstAnswer = start == 0 && shapeTask.view().mode() == Mode.AUTO;
        int maxFirstLines = isFirstAnswer ? Chunker.MAX_FIRST_LINES : Integer.MAX_VALUE;
        return chunker.bounds(start, textBudget(true), maxFirstLines, textBudget(false));
    }

    /**
     * Returns the highest token count of the forms in which a text is sent: as it is, in a JSON string and,
     * if a schema requires the original text, in a JSON string in a JSON string.
     */
    private int maxTokens(Slice part) {
        boolean isSentTwice = shapeTask.isSchemaBound()
                && shapeTask.target().records() != null
                && shapeTask.policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
        if (!isSentTwice) {
            return shapeTask.maxTokens(part);
        }
        ByteSink escaped = new ByteSink(part.length() + 16);
        JsonText.escape(part, escaped);
        return Math.max(shapeTask.maxTokens(part), shapeTask.maxTokens(escaped.slice()));
    }

    /**
     * One chunk, or several in one answer.
     *
     * @param index number of the first chunk, from 1
     * @param count number of all chunks
     * @param previousStart start of the chunk before; -1 if there is none
     */
    private record Chunk(
            int index, int count, boolean hasMore, int start, int end, int startLine, int endLine, int previousStart) {}

    private Chunk chunk(int[] bounds, int firstIndex, int endIndex) {
        int start = bounds[firstIndex];
        int end = bounds[endIndex];
        int startLine = lines.count() == 0 ? 0 : lineNumber(start);
        int endLine = end == start ? startLine : lineNumber(end - 1);
        int previousStart = firstIndex == 0 ? -1 : bounds[firstIndex - 1];
        return new Chunk(
                firstIndex + 1,
                bounds.length - 1,
                endIndex < bounds.length - 1,
                start,
                end,
                startLine,
                endLine,
                previousStart);
    }

    /** Returns the number in the complete text of the line that contains an offset. */
    private int lineNumber(int offset) {
        int line = lines.lineAt(offset);
        return lineNumbers.selection() == null
                ? lineNumbers.linesBefore() + line + 1
                : lineNumbers.selectedNumbers()[line];
    }

    /** Returns a chunk whose header is at least as long as that of any other chunk. */
    private Chunk widestChunk(boolean isFirst) {
        int maxLength = text.length();
        return new Chunk(
                maxLength,
                maxLength,
                true,
                maxLength,
                maxLength,
                lineNumbers.totalLines(),
                lineNumbers.totalLines(),
                isFirst ? -1 : maxLength);
    }

    /** Returns the budget for text, without the cost of everything around it. */
    private Budget textBudget(boolean isFirst) {
        // reserves tokens for the notice of a changed source, so that a change does not move the chunk bounds
        ResultFacts resultFacts = shapeTask.facts().withChangedSource();
        AnswerHeader widestHeader =
                header(resultFacts, widestChunk(isFirst), Position.FIRST, isTight, isFirst && hints().hasDetails());
        AnswerDraft frameDraft = shapeTask.draft();
        if (pageFrame == null) {
            writeHeaderLine(widestHeader, frameDraft);
        } else {
            pageFrame.open(frameDraft, widestHeader, isFirst);
            pageFrame.close(frameDraft.string(""), isFirst);
        }
        Position position = isFirst ? Position.FIRST : new Position(1, 2);
        Budget remaining = shapeTask.contentBudget(position, frameDraft);
        AnswerDraft emptyText = pageFrame == null
                ? null
                : pageFrame.writeWithoutHeader(shapeTask.draft().string(""), shapeTask.draft());
        remaining = shapeTask.budgetPerForm(
                remaining, emptyText, indexedResult.result().hasReceivedStructured());
        if (shapeTask.isLook(position)) {
            int lookTokens = Math.max(1, shapeTask.firstPageBudget().tokens() / LOOK_TEXT_DIVISOR);
            remaining = new Budget(Math.min(remaining.tokens(), lookTokens), remaining.bytes());
        }
        Integer chunkSize = shapeTask.policy().find(Policy.CHUNK_SIZE);
        int tokens = chunkSize == null ? remaining.tokens() : Math.min(remaining.tokens(), chunkSize);
        Budget textBudget = new Budget(
                tokens, Math.min(remaining.bytes(), shapeTask.traits().maxTextBytes()));
        // escapes make a string longer than its text
        return pageFrame == null ? textBudget : new Budget(textBudget.tokens(), Math.max(1, textBudget.bytes() / 2));
    }

    private ShapedText writeChunks(int[] bounds, int firstIndex, int endIndex) {
        Chunk chunk = chunk(bounds, firstIndex, endIndex);
        Slice chunkText = text.sub(chunk.start, chunk.end);
        Position position = new Position(chunk.start, Math.min(chunk.index, Position.MAX_PAGE));
        AnswerHeader answerHeader =
                header(chunk, position, isTight, chunk.previousStart < 0 && chunk.hasMore && hints().hasDetails());
        AnswerDraft headerDraft = writeHeaderLine(answerHeader, shapeTask.draft());
        AnswerDraft textDraft = shapeTask.draft().raw(chunkText);
        if (pageFrame == null) {
            return new ShapedText(headerDraft, textDraft, false, answerHeader, OutcomeKind.CHUNKED, false, null, null);
        }
        AnswerDraft answerDraft = shapeTask.draft();
        pageFrame.open(answerDraft, answerHeader, position.isFirstPage());
        answerDraft.string(chunkText);
        pageFrame.close(answerDraft, position.isFirstPage());
        AnswerDraft declaredForm =
                pageFrame.writeWithoutHeader(shapeTask.draft().string(chunkText), shapeTask.draft());
        // derived content is equal in text and structured content, so there is no bare text to send instead
        ShapedText.Plain plain = pageFrame.isDerived() ? null : new ShapedText.Plain(headerDraft, textDraft);
        return new ShapedText(null, answerDraft, true, answerHeader, OutcomeKind.CHUNKED, false, declaredForm, plain);
    }

    private static AnswerDraft writeHeaderLine(AnswerHeader answerHeader, AnswerDraft answerDraft) {
        answerHeader.writeTo(answerDraft.ascii("{"));
        return answerDraft.ascii("}").ascii(EMPTY_LINE);
    }

    /** Returns the arguments that request an outline; empty for derived content, repeated calls, and requested lines. */
    @Override
    public String advice() {
        boolean isDerived = pageFrame != null && pageFrame.isDerived();
        boolean isRepeatedCall = Notices.isAboutRepeatedCall(shapeTask.view().leadSentence());
        boolean hasAdvice = !isDerived && !isRepeatedCall && !shapeTask.view().hasLines();
        return hasAdvice ? NextCalls.OUTLINE_ARGUMENT : "";
    }

    /** Adds the details of the first chunk. */
    private void addDetails(AnswerHeader answerHeader) {
        Details firstDetails = details;
        if (firstDetails != null && firstDetails.outline().bytes() > 0) {
            answerHeader.hint("outline", answerDraft -> answerDraft.append(firstDetails.outline()));
        }
        TextEnd textEnd = firstDetails == null ? null : firstDetails.end();
        if (textEnd != null) {
            answerHeader.hint("end", textEnd::writeTo);
        }
        if (!shapeTask.facts().hasUriCursors()) {
            answerHeader.hint("next", answerDraft -> NextCalls.forText(shapeTask, hints().calls(), answerDraft));
        }
    }

    private AnswerHeader header(Chunk chunk, Position position, boolean isTightHeader, boolean hasDetails) {
        return header(shapeTask.facts(), chunk, position, isTightHeader, hasDetails);
    }

    private AnswerHeader header(
            ResultFacts resultFacts, Chunk chunk, Position position, boolean isTightHeader, boolean hasDetails) {
        AnswerHeader answerHeader = new AnswerHeader(isTightHeader);
        boolean hasAdviceAgainstPaging = !isTightHeader
                && chunk.hasMore
                && chunk.previousStart >= 0
                && chunk.index >= FIRST_ADVICE_PAGE
                && !advice().isEmpty();
        boolean hasBetterCall = hasAdviceAgainstPaging && shapeTask.hasFullHeader();
        String leadSentence = hasBetterCall ? Notices.betterCall(shapeTask.facts(), false, advice()) + " " : "";
        Notices.ChunkSpan span = new Notices.ChunkSpan(
                chunk.index,
                chunk.count,
                chunk.startLine,
                chunk.endLine,
                lineNumbers.totalLines(),
                chunk.hasMore,
                chunk.previousStart < 0 && isLook());
        boolean hasSize = chunk.previousStart < 0 || shapeTask.hasFullHeader();
        answerHeader.notice(leadSentence
                + (lineNumbers.selection() == null
                        ? Notices.chunk(hasSize ? withPhrase(resultFacts) : resultFacts.withoutSize(), span)
                        : Notices.selectedLines(
                                resultFacts,
                                lineNumbers.selection().description(),
                                lineNumbers.totalLines(),
                                chunk.hasMore))
                + (hasAdviceAgainstPaging && !hasBetterCall ? Notices.cheaperCall(true) : ""));
        if (hasAdviceAgainstPaging) {
            answerHeader.markAdviceAgainstPaging();
        }
        String path = pageFrame == null
                ? shapeTask.target().path()
                : pageFrame.pointer().toString();
        if (!path.isEmpty()) {
            answerHeader.text("path", path);
        }
        if (lineNumbers.selection() != null) {
            answerHeader.text("lines", lineNumbers.selection().description());
        }
        answerHeader.detail("chunkIndex", chunk.index, shapeTask).detail("totalChunks", chunk.count, shapeTask);
        answerHeader.number("totalLines", lineNumbers.totalLines()).number("startLine", chunk.startLine);
        answerHeader.number("endLine", chunk.endLine).flag("hasMore", chunk.hasMore);
        addCursors(answerHeader, chunk, position.page());
        answerHeader.costs(shapeTask, hasSize);
        if (hasDetails) {
            addDetails(answerHeader);
        }
        return hasBetterCall && !shapeTask.facts().hasUriCursors()
                ? answerHeader.hint("next", answerDraft -> NextCalls.forPaging(shapeTask, advice(), answerDraft))
                : answerHeader;
    }

    private ResultFacts withPhrase(ResultFacts resultFacts) {
        boolean isUnchanged = phrase.isEmpty() || !resultFacts.dataPhrase().isEmpty();
        return isUnchanged ? resultFacts : resultFacts.withDataPhrase(phrase);
    }

    private void addCursors(AnswerHeader answerHeader, Chunk chunk, int page) {
        if (chunk.hasMore) {
            answerHeader.cursor(
                    "nextCursor",
                    shapeTask.pagePosition(new Position(chunk.end, Math.min(page + 1, Position.MAX_PAGE))));
        }
        boolean hasCursor = chunk.hasMore || (chunk.previousStart >= 0 && !shapeTask.hasFullHeader());
        if (!hasCursor && shapeTask.isFirstAnswer() && pageFrame != null && pageFrame.isDerived()) {
            answerHeader.cursor("cursor", shapeTask.startOfTarget());
        }
        if (chunk.previousStart >= 0) {
            Position previousPosition = new Position(chunk.previousStart, Math.max(1, page - 1), CursorPage.NEXT_PAGE);
            answerHeader.previousCursor(shapeTask.pagePosition(previousPosition), !chunk.hasMore, shapeTask);
        }
    }
}

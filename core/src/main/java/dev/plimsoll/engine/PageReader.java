package dev.plimsoll.engine;

import dev.plimsoll.call.ElicitationRequest;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.record.DocumentNote;
import dev.plimsoll.engine.record.FinishedAnswer;
import dev.plimsoll.engine.result.AppPart;
import dev.plimsoll.engine.snapshot.CursorIssuer;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.engine.snapshot.ResolvedCursor;
import dev.plimsoll.engine.snapshot.SnapshotNotes;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import dev.plimsoll.measure.CopyDetector;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.model.CollectedPages;
import dev.plimsoll.model.Copies;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.CountCopies;
import dev.plimsoll.session.Allowance;
import dev.plimsoll.shape.AnswerContext;
import dev.plimsoll.shape.CollectInfo;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.BudgetTooSmallException;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.literal.ElicitationForm;
import dev.plimsoll.shape.result.AnswerFactory;
import dev.plimsoll.shape.result.AnswerMeta;
import dev.plimsoll.shape.result.PromptAnswer;
import dev.plimsoll.shape.result.ShapeRequest;
import dev.plimsoll.shape.result.ShapedResult;
import dev.plimsoll.source.live.LiveSource;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.tokens.TokenCounter;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.View;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one view of a snapshot: finds the requested page and creates its answer. */
final class PageReader {

    private final OpenSnapshot openSnapshot;
    private final CursorIssuer cursorIssuer;
    private final ToolCall call;
    /** True in the answer to the call that ran the tool, false in a follow-up read. */
    private final boolean isFresh;

    private final boolean isCalledByName;
    private final Extras extras;

    /**
     * Settings that only some reads have.
     *
     * @param allowance the rest of the session's budget; null if it is not limited
     * @param joinedDocuments documents of other snapshots by the name of their variable
     */
    private record Extras(@Nullable Allowance allowance, Map<String, Document> joinedDocuments) {

        static final Extras NONE = new Extras(null, Map.of());
    }

    /** Creates a reader for the answer to the call that ran the tool. */
    static PageReader forToolRun(OpenSnapshot openSnapshot, CursorIssuer cursorIssuer, ToolCall call) {
        return new PageReader(openSnapshot, cursorIssuer, call, true, true, Extras.NONE);
    }

    /**
     * Creates a reader for a follow-up read.
     *
     * @param isCalledByName whether the cursor was an argument of the tool itself, not of the read tool
     */
    static PageReader forFollowUpRead(
            OpenSnapshot openSnapshot, CursorIssuer cursorIssuer, ToolCall call, boolean isCalledByName) {
        return new PageReader(openSnapshot, cursorIssuer, call, false, isCalledByName, Extras.NONE);
    }

    private PageReader(
            OpenSnapshot openSnapshot,
            CursorIssuer cursorIssuer,
            ToolCall call,
            boolean isFresh,
            boolean isCalledByName,
            Extras extras) {
        this.extras = extras;
        this.openSnapshot = openSnapshot;
        this.cursorIssuer = cursorIssuer;
        this.call = call;
        this.isFresh = isFresh;
        this.isCalledByName = isCalledByName;
    }

    /** Returns a reader limited to the allowance; this reader if the allowance is null. */
    PageReader withAllowance(@Nullable Allowance remaining) {
        return remaining == null ? this : withExtras(new Extras(remaining, extras.joinedDocuments));
    }

    private PageReader withExtras(Extras newExtras) {
        return new PageReader(openSnapshot, cursorIssuer, call, isFresh, isCalledByName, newExtras);
    }

    /** Returns a reader with the same settings for another snapshot. */
    PageReader withSnapshot(OpenSnapshot other) {
        return new PageReader(other, cursorIssuer, call, isFresh, isCalledByName, extras);
    }

    /** Returns a reader whose queries can use the documents of other snapshots. */
    PageReader withJoinedDocuments(Map<String, Document> documents) {
        return withExtras(new Extras(extras.allowance, documents));
    }

    private ShapeRequest request(View view, Position position, int pages) {
        IndexedResult content = openSnapshot.content(view);
        if (view.options().format() != null && content.isUnreadable()) {
            throw content.unreadable();
        }
        return new ShapeRequest(
                content,
                facts(view),
                call.client(),
                cursorIssuer.styles().of(view.policy()),
                view,
                position,
                pages,
                isFresh,
                isCalledByName);
    }

    /**
     * Returns the first sentence of the answer to a call that was repeated too often. It names a view that
     * returns more of the result.
     */
    String repeatAdvice(ViewChange change) {
        return AnswerFactory.repeatAdvice(request(change.view(), change.position(), 1));
    }

    FinishedAnswer answer(ViewChange change, ReadArguments readArguments) {
        View view = change.view();
        TokenCost originalCost = findOriginalCost(view);
        if (originalCost != null) {
            return answerOriginal(view, originalCost);
        }
        int pages = Math.max(1, readArguments.lastPage() - readArguments.page() + 1);
        ShapeRequest shapeRequest =
                withAllowance(withRequestedPage(request(view, change.position(), pages), readArguments));
        ShapedResult shapedResult = AnswerFactory.create(shapeRequest);
        Slice result = Slice.of(shapedResult.result(cursorIssuer.cursorEncoder(openSnapshot, call.caller())));
        boolean isCompleteView = view.path().isEmpty() && view.blockIndex() == View.DOCUMENT;
        String documents = shapeRequest.facts().context().documentSentences();
        boolean hasDocumentTexts = isCompleteView && shapedResult.isComplete() && !documents.isEmpty();
        if (hasDocumentTexts) {
            String cursor = cursorIssuer
                    .cursorEncoder(openSnapshot, call.caller())
                    .apply(new PagePosition(view, shapeRequest.position()));
            ResultFacts facts = shapeRequest.facts();
            String fileCall = facts.hasUriCursors()
                    ? "the URI plimsoll://page/" + cursor + "?mode=full"
                    : facts.readTool() + " with cursor = " + cursor + " and mode = full";
            return DocumentNote.of(documents, fileCall).addTo(result, shapedResult, view.budget());
        }
        ElicitationRequest elicitationRequest =
                isFresh && call.client().hasElicitation() && shapedResult.outcome() == OutcomeKind.GUIDED
                        ? createElicitation(shapeRequest)
                        : null;
        return new FinishedAnswer(
                result,
                shapedResult.outcome(),
                shapedResult.tokens(),
                isCompleteView && shapedResult.isComplete(),
                shapedResult.items(),
                elicitationRequest,
                shapedResult.hasAdviceAgainstPaging());
    }

    /** Returns the request, with lower limits if the view exceeds the session's budget. */
    private ShapeRequest withAllowance(ShapeRequest shapeRequest) {
        View view = shapeRequest.view();
        Allowance remaining = extras.allowance;
        int maxTokens = remaining == null ? Integer.MAX_VALUE : remaining.maxTokens();
        boolean isFullBudgetTooLarge =
                view.mode() == Mode.FULL && view.policy().get(Policy.FULL_BUDGET_THRESHOLD) > maxTokens;
        if (remaining == null || (view.budget().tokens() <= maxTokens && !isFullBudgetTooLarge)) {
            return shapeRequest;
        }
        View limitedView = view.withLimits(
                remaining.applyTo(view.policy()),
                maxTokens,
                shapeRequest.position().start(),
                remaining.notice());
        return request(limitedView, limitedView.firstPosition(), shapeRequest.pages());
    }

    /** Returns the whole document of a view, not divided into pages. */
    Document document(View view) {
        return AnswerFactory.document(request(view, Position.FIRST, 1));
    }

    /** Builds the index for ranked searches of the complete result. */
    void indexPassages(View view) {
        AnswerFactory.indexPassages(request(view.withSearch(Mode.SEARCH, ""), Position.FIRST, 1));
    }

    private @Nullable ElicitationRequest createElicitation(ShapeRequest shapeRequest) {
        ElicitationForm elicitationForm = AnswerFactory.findElicitationForm(shapeRequest);
        if (elicitationForm == null || shapeRequest.facts().hasUriCursors()) {
            return null;
        }
        View view = shapeRequest.view();
        String state = cursorIssuer
                .cursorEncoder(openSnapshot, call.caller())
                .apply(new PagePosition(view, shapeRequest.position()));
        return new ElicitationRequest(
                elicitationForm.message(),
                elicitationForm.schema(),
                state,
                view.policy().get(Policy.ELICIT_TIMEOUT));
    }

    /** Returns the view that the user chose; null if the response chooses nothing. */
    private @Nullable View findChosenView(View view, Position position, Slice response) {
        ShapeRequest shapeRequest = request(view, position, 1);
        ElicitationForm elicitationForm = AnswerFactory.findElicitationForm(shapeRequest);
        return elicitationForm == null ? null : elicitationForm.findChosenView(view, response);
    }

    /**
     * Returns the answer for the view that the user chose. Returns null if the user chose none, if the view is refused
     * because its search costs too much, or if the budget is too small.
     */
    @Nullable FinishedAnswer answerChoice(ResolvedCursor resolved, Slice response) {
        try {
            View chosen = findChosenView(resolved.view(), resolved.position(), response);
            return chosen == null ? null : answer(new ViewChange(chosen, chosen.firstPosition()), ReadArguments.NONE);
        } catch (RefusedException | BudgetTooSmallException e) {
            return null;
        }
    }

    FinishedAnswer answerPrompt(View view, List<Slice> messages) {
        PromptAnswer answer = PromptAnswer.create(request(view, Position.FIRST, 1), messages);
        Slice result = Slice.of(answer.result(cursorIssuer.cursorEncoder(openSnapshot, call.caller())));
        return new FinishedAnswer(result, OutcomeKind.CHUNKED, answer.tokens(), false);
    }

    private ResultFacts facts(View view) {
        String name = openSnapshot.notes().name();
        return new ResultFacts(
                name.isEmpty() ? call.clientToolName() : name,
                name.isEmpty() ? call.tool() : name,
                call.client().readTool(),
                openSnapshot.notes().tokens(),
                openSnapshot.notes().isExact(),
                openSnapshot.bytes(),
                openSnapshot.snapshot().takenAt(),
                openSnapshot.notes().more(),
                !name.isEmpty(),
                "",
                new AnswerContext(
                        isFresh,
                        sourceMillis(),
                        cursorIssuer.ageSeconds(openSnapshot),
                        call.facts().arguments(),
                        view.leadSentence(),
                        isFresh && view.mode() != Mode.FULL
                                ? openSnapshot.notes().documentNotice()
                                : "",
                        openSnapshot.removedMembers(view),
                        !isFresh && openSnapshot.hasChangedSource(),
                        collectInfo(view),
                        extras.joinedDocuments,
                        cursorIssuer.sqlEngine()));
    }

    /** Returns what an answer says about joined pages, or whether it offers to join further pages. */
    private CollectInfo collectInfo(View view) {
        SnapshotNotes notes = openSnapshot.notes();
        CollectedPages pages = notes.pageFacts().collected();
        if (pages != null) {
            // every answer reports missing pages; only the first answer and the whole result report that all pages
            // were joined
            return isFresh || !pages.isComplete() || view.mode() == Mode.FULL
                    ? new CollectInfo(false, pages)
                    : CollectInfo.NONE;
        }
        Boolean configured = view.policy().find(Policy.READ_ONLY);
        boolean isReadOnly =
                Boolean.TRUE.equals(configured == null ? call.hints().readOnly() : configured);
        boolean hasNext = notes.more().hasMore() && !notes.more().argument().isEmpty();
        boolean isOffered = isFresh
                && call.settings().canCollect()
                && isReadOnly
                && hasNext
                && notes.pageFacts().sentArguments() != null;
        return isOffered ? new CollectInfo(true, null) : CollectInfo.NONE;
    }

    private long sourceMillis() {
        LiveSource liveSource = openSnapshot.liveSource();
        return liveSource == null
                ? call.sourceMillis()
                : call.sourceMillis() + liveSource.rows().fetchMillis();
    }

    /** Returns the request at the page that the arguments select by number or direction. */
    private static ShapeRequest withRequestedPage(ShapeRequest shapeRequest, ReadArguments readArguments) {
        Position position = shapeRequest.position();
        int page = requestedPage(position, readArguments);
        if (page == 0) {
            return shapeRequest.withPosition(new Position(position.start(), position.page()));
        }
        ShapeRequest firstPage = shapeRequest.withPosition(shapeRequest.view().firstPosition());
        if (page == 1) {
            return firstPage;
        }
        int start = AnswerFactory.startOf(firstPage, page);
        if (start < 0) {
            throw missingPage(page, lastPage(firstPage, page));
        }
        return shapeRequest.withPosition(new Position(start, page));
    }

    /** Returns the number of the page that the arguments select; 0 if they select none. */
    private static int requestedPage(Position position, ReadArguments readArguments) {
        if (readArguments.page() > 0) {
            return readArguments.page();
        }
        if (!readArguments.isPreviousPageRequested()) {
            return 0;
        }
        int previousPage = position.pageBeforeCursorPage();
        if (previousPage < 1) {
            throw noPreviousPage();
        }
        return previousPage;
    }

    private static RefusedException missingPage(int page, int lastPage) {
        return new RefusedException(
                        ErrorCode.INVALID_REQUEST,
                        "page " + page + " is after the last page, which is " + lastPage,
                        "page: " + lastPage)
                .detail("argument", "page")
                .detail("value", Integer.toString(page))
                .detail("allowed", "1 to " + lastPage);
    }

    /**
     * Returns the number of the last page of the view, by binary search below {@code missingPage}, which does
     * not exist.
     */
    private static int lastPage(ShapeRequest shapeRequest, int missingPage) {
        int lastExistingPage = 1;
        int firstMissingPage = missingPage;
        while (firstMissingPage - lastExistingPage > 1) {
            int middlePage = (lastExistingPage + firstMissingPage) >>> 1;
            boolean hasPage = AnswerFactory.startOf(shapeRequest, middlePage) >= 0;
            lastExistingPage = hasPage ? middlePage : lastExistingPage;
            firstMissingPage = hasPage ? firstMissingPage : middlePage;
        }
        return lastExistingPage;
    }

    static RefusedException noPreviousPage() {
        return new RefusedException(ErrorCode.INVALID_REQUEST, "there is no page before the first", "direction: next")
                .detail("argument", "direction")
                .detail("value", "previous")
                .detail("allowed", "next");
    }

    /** Returns the cost of the original if this view returns the original unchanged, else null. */
    private @Nullable TokenCost findOriginalCost(View view) {
        boolean isCompleteView =
                view.mode() == Mode.FULL && view.path().isEmpty() && view.blockIndex() == View.DOCUMENT;
        if (!isCompleteView || !view.fields().isEmpty()) {
            return null;
        }
        int fullBudget = view.policy().get(Policy.FULL_BUDGET_THRESHOLD);
        int maxTokens = extras.allowance == null ? fullBudget : Math.min(fullBudget, extras.allowance.maxTokens());
        TokenCost tokenCost = cost(view, maxTokens);
        return tokenCost.tokens() <= maxTokens && isBelowByteCeiling(view) ? tokenCost : null;
    }

    /**
     * Returns the cost of the complete result. If only an estimate is stored, the result is measured again,
     * up to {@code maxTokens}.
     */
    private TokenCost cost(View view, int maxTokens) {
        SnapshotNotes snapshotNotes = openSnapshot.notes();
        // the tokens in the notes do not include the part for an app
        boolean hasExactCount = snapshotNotes.isExact() && snapshotNotes.appPart() == AppPart.NONE;
        if (hasExactCount || openSnapshot.liveSource() != null) {
            int tokens = (int) Math.min(Integer.MAX_VALUE, snapshotNotes.tokens());
            return new TokenCost(tokens, snapshotNotes.isExact(), openSnapshot.bytes());
        }
        ToolResult result = openSnapshot.content(view).result();
        boolean isSumOfCopies = view.policy().get(Policy.COUNT_COPIES) == CountCopies.SUM;
        Copies copies = CopyDetector.findCopiesForCounting(result, CopyDetector.findCopies(result));
        return new ResultMeter(view.policy().get(Policy.ESTIMATOR), isSumOfCopies)
                .cost(result, copies, maxTokens, Long.MAX_VALUE, false);
    }

    /**
     * Returns whether the complete result is within the policy's byte ceiling; if not, the client gets a page
     * of it.
     */
    private boolean isBelowByteCeiling(View view) {
        ToolResult result = openSnapshot.content(view).result();
        Integer maxBytes = view.policy().find(Policy.BYTE_CEILING);
        boolean isSumOfCopies = view.policy().get(Policy.COUNT_COPIES) == CountCopies.SUM;
        return maxBytes == null
                || ResultMeter.bytes(result, CopyDetector.findCopies(result), isSumOfCopies) <= maxBytes;
    }

    private FinishedAnswer answerOriginal(View view, TokenCost tokenCost) {
        ToolResult original = openSnapshot.content(view).result();
        ResultFacts resultFacts = facts(view);
        int budgetTokens = view.budget().tokens();
        boolean hasRemark = resultFacts.context().hasChangedSource()
                || resultFacts.context().collectInfo().pages() != null;
        SegmentedText result = hasRemark
                ? AnswerMeta.changed(original, view.policy(), tokenCost.tokens(), budgetTokens, resultFacts)
                : AnswerMeta.withBudgetMeta(original, view.policy(), tokenCost.tokens(), budgetTokens);
        return new FinishedAnswer(result.joined(), OutcomeKind.READ, tokenCost.tokens(), true);
    }

    /** Returns the {@code page} object of {@code _meta} for a whole result that was rewritten: it leads to the original. */
    Slice pageOfOriginal(View view) {
        ResultFacts resultFacts = facts(view);
        AnswerDraft page = new AnswerDraft(TokenCounter.chars(), resultFacts.hasUriCursors());
        AnswerMeta.writeOriginal(resultFacts, new PagePosition(view.withMode(Mode.FULL), Position.FIRST), page);
        AnswerDraft.Totals noTotals = new AnswerDraft.Totals(0, 0);
        return Slice.of(page.finish(cursorIssuer.cursorEncoder(openSnapshot, call.caller()), noTotals));
    }
}

package dev.plimsoll.engine;

import dev.plimsoll.app.AppPage;
import dev.plimsoll.call.Call;
import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.CallResult;
import dev.plimsoll.call.CollectSource;
import dev.plimsoll.call.LinkedBlob;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.SourceResult;
import dev.plimsoll.call.StoredCall;
import dev.plimsoll.call.StoredResource;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.record.ActiveSessions;
import dev.plimsoll.engine.record.CallFailure;
import dev.plimsoll.engine.record.CallRecorder;
import dev.plimsoll.engine.record.ReceiptDraft;
import dev.plimsoll.engine.record.RolloutAssignment;
import dev.plimsoll.engine.snapshot.BlobReader;
import dev.plimsoll.engine.snapshot.CursorIssuer;
import dev.plimsoll.engine.snapshot.PlimsollUri;
import dev.plimsoll.engine.snapshot.SnapshotRepository;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ResourceResult;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.session.RepeatDetector;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.sql.SqlEngine;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.Rollout;
import org.jspecify.annotations.Nullable;

/**
 * Answers calls: each method passes a call through all steps, from its policy to its outcome.
 * {@link dev.plimsoll.Plimsoll} describes the methods. Thread-safe.
 */
public final class CallEngine {

    /** Maximum bytes of snapshots that stay open for reading, in addition to the bytes in the store. */
    private static final long MAX_OPEN_BYTES = 64L << 20;

    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    private final StyleRegistry styles;
    private final Policies policies;
    private final SnapshotRepository snapshots;
    private final CursorIssuer cursors;
    private final CallRecorder recorder;
    private final HeavyWorkRunner heavyWorkRunner;
    private final FollowUpReader reader;
    private final AppReader appReader;
    private volatile ResolvedPolicies lastResolved;

    /** Policies of a host, and the same policies with the traits of their styles. */
    private record ResolvedPolicies(Policies unresolved, Policies resolved) {}

    public CallEngine(EngineConfig config) {
        this.styles = config.styles();
        this.policies = styles.resolve(config.policies());
        this.lastResolved = new ResolvedPolicies(policies, policies);
        this.snapshots =
                new SnapshotRepository(config.store(), MAX_OPEN_BYTES, config.prefetcher(), config.parallelRunner());
        this.cursors = new CursorIssuer(config.store(), config.codec(), styles, config.sqlEngine());
        this.recorder = new CallRecorder(config.listener(), new ActiveSessions(config.ledger(), new RepeatDetector()));
        this.heavyWorkRunner = new HeavyWorkRunner(config.heavyWork(), config.searchIndexer(), config.documentReader());
        this.reader = new FollowUpReader(snapshots, cursors, recorder, heavyWorkRunner);
        this.appReader = new AppReader(snapshots, cursors, heavyWorkRunner);
    }

    /** Returns the policies of calls that carry none. */
    public Policies policies() {
        return policies;
    }

    /** Returns the engine for statements on results; null if the host has none. */
    public @Nullable SqlEngine sqlEngine() {
        return cursors.sqlEngine();
    }

    /** Returns the policies in force for a call. */
    @SuppressWarnings("ReferenceEquality") // a cache: equal policies in another object are resolved again
    private Policies policies(ToolCall call) {
        Policies callPolicies = call.settings().policiesOr(policies);
        ResolvedPolicies resolved = lastResolved;
        if (callPolicies != resolved.unresolved()) {
            resolved = new ResolvedPolicies(callPolicies, styles.resolve(callPolicies));
            lastResolved = resolved;
        }
        return resolved.resolved();
    }

    private RolloutAssignment assignRollout(ToolCall call) {
        return RolloutAssignment.of(policies(call), call, styles);
    }

    /** Returns the guard of results that are reused. */
    public ReuseGuard reuseGuard() {
        return new ReuseGuard(this::policies, new ResultGuard(snapshots, cursors, recorder, heavyWorkRunner));
    }

    public Outcome guard(ToolCall call, CallResult result) {
        RolloutAssignment assignment = assignRollout(call);
        if (result instanceof SourceResult source) {
            return new PageSourceGuard(snapshots, cursors, recorder)
                    .guard(call, policies(call), assignment, source)
                    .outcome();
        }
        RawResult raw =
                heavyWorkRunner.convertInnerResult(call, assignment.policy().policy(), (RawResult) result);
        return new ResultGuard(snapshots, cursors, recorder, heavyWorkRunner)
                .guard(recorder.begin(call, policies(call), assignment, raw.bytes()), ReceivedResult.of(raw))
                .outcome();
    }

    public Outcome guardResource(ToolCall request, String uri, Slice result) {
        ToolCall call = request.withHints(ToolHints.READ_ONLY);
        RolloutAssignment assignment = RolloutAssignment.of(
                policies(call)
                        .forResource(
                                call.server(), call.tool(), uri, call.client().name()),
                call,
                styles);
        Call startedCall = recorder.begin(call, policies(call), assignment, result);
        ReceiptDraft draft = ReceiptDraft.of(startedCall);
        if (AppPage.hasOnlyAppPages(result)) {
            return recorder.passUnmeasured(startedCall, draft, AppPage.REASON).outcome();
        }
        Slice toolResult = ResourceResult.asToolResult(result);
        if (toolResult == null) {
            return recorder.passUnmeasured(startedCall, draft, "not a resources/read result")
                    .outcome();
        }
        ReceivedResult received = new ReceivedResult(RawResult.of(toolResult), PlimsollUri.shorten(uri), null);
        return orThrow(new ResultGuard(snapshots, cursors, recorder, heavyWorkRunner)
                .guard(startedCall, received)
                .converted(result, answer -> ResourceResult.fromAnswer(answer, uri, call.client()))
                .outcome());
    }

    public Outcome guardPrompt(ToolCall request, Slice result) {
        ToolCall call = request.withHints(ToolHints.READ_ONLY);
        Call startedCall = recorder.begin(call, policies(call), assignRollout(call), result);
        return orThrow(new PromptGuard(snapshots, cursors, recorder).guard(startedCall));
    }

    /** Returns the outcome, or throws its error: only the results of tools can be marked as errors. */
    private static Outcome orThrow(Outcome outcome) {
        RefusedException error = outcome.error();
        if (error != null) {
            throw error;
        }
        return outcome;
    }

    public Outcome read(ToolCall call, Slice arguments) {
        return reader.read(recorder.beginRead(call, policies(call), arguments), call, arguments)
                .outcome();
    }

    public StoredResource resource(ToolCall call, String uri) {
        PlimsollUri plimsollUri = PlimsollUri.of(uri);
        ToolCall lookup = call.withTool(""); // a URI does not contain the name of the tool
        if (!plimsollUri.isPage()) {
            return new StoredResource(
                    BlobReader.blob(
                            reader.resolve(lookup, policies(call), plimsollUri.cursor()),
                            plimsollUri,
                            uri,
                            call.client()),
                    null);
        }
        Slice arguments = plimsollUri.arguments();
        Outcome page = reader.read(recorder.beginRead(call, policies(call), arguments), lookup, arguments)
                .outcome();
        return new StoredResource(
                ResourceResult.fromAnswer(orThrow(page).result(), uri, call.client()), page.receipt());
    }

    public LinkedBlob blob(ToolCall call, String uri) {
        return BlobReader.blob(reader.resolve(call, policies(call), BlobReader.cursorIn(uri)));
    }

    /** Returns the document of the result that a cursor reads. */
    public Document document(ToolCall call, String cursor) {
        return new JoinedDocumentReader(snapshots, cursors).read(cursor, call, policies(call));
    }

    /** Returns a cursor for an app of the gateway. It reads the same result as the given cursor. */
    public String appCursor(ToolCall call, String cursor) {
        return appReader.cursor(call, policies(call), cursor);
    }

    /** Returns the document that an app reads. */
    public Document appDocument(ToolCall call, String appCursor, Slice arguments) {
        return appReader.document(call, policies(call), appCursor, arguments);
    }

    public SnapshotOrigin appOrigin(ToolCall call, String appCursor) {
        return appReader.origin(call, policies(call), appCursor);
    }

    public boolean ownsAppCursor(ToolCall call, String appCursor) {
        return cursors.forApp().findServer(appCursor, call) != null;
    }

    /** Returns the call whose result a cursor reads. */
    public StoredCall storedCall(ToolCall call, String cursor) {
        return appReader.storedCall(call, policies(call), cursor);
    }

    /** Returns what a view of a received result contains. */
    public Document evaluate(ToolCall call, Slice result, Slice arguments) {
        Policies policies = policies(call);
        RolloutAssignment assignment = new RolloutAssignment(
                policies.forTool(call.server(), call.tool(), call.client().name()), Rollout.NONE);
        return appReader.evaluate(recorder.begin(call, policies, assignment, result), arguments);
    }

    /** Stores a result that is not the answer to a call, and returns the cursor of its first page. */
    public String store(ToolCall call, Slice result) {
        return new ResultGuard(snapshots, cursors, recorder, heavyWorkRunner)
                .store(recorder.begin(call, policies(call), assignRollout(call), result));
    }

    /** Returns the stored result whose further pages a caller asks for. */
    public CollectSource collectSource(ToolCall call, Slice arguments) {
        return new CollectReader(reader).resolve(call, policies(call), arguments);
    }

    public void requireCall(ToolCall call) {
        CallerAccess.of(call, policies(call)).requireCall(call);
    }

    public CallDecision classify(ToolCall call, @Nullable ListedTool tool, @Nullable Slice arguments) {
        if (!call.tool().isEmpty() && call.tool().equals(call.client().readTool())) {
            return new CallDecision.Answer(read(call.withTool(""), arguments == null ? EMPTY_OBJECT : arguments));
        }
        ToolCall callWithHints = tool == null ? call : call.withHints(tool.hints());
        try {
            requireCall(callWithHints);
            Policy policy = policies(call)
                    .forTool(call.server(), call.tool(), call.client().name())
                    .policy();
            CallArguments callArguments = CallArguments.of(arguments, tool, policy);
            return new CallClassifier(callWithHints, policies(call), tool, callArguments, reader).classify();
        } catch (RefusedException refused) {
            return new CallDecision.Answer(refuse(callWithHints, refused));
        }
    }

    public boolean ownsCursor(ToolCall call, Slice arguments) {
        return ownsCursor(
                call, CallArguments.of(arguments, null, Policy.defaults()).cursor());
    }

    public boolean ownsCursor(ToolCall call, @Nullable String cursor) {
        return cursor != null && cursors.isAuthentic(cursor, call.caller());
    }

    public @Nullable String findServer(ToolCall call, String cursorOrUri) {
        return cursors.findServer(PlimsollUri.withoutQuery(cursorOrUri), call);
    }

    public Outcome answerElicitation(ToolCall call, String state, @Nullable Slice response) {
        return reader.answerElicitation(call, policies(call), state, response).outcome();
    }

    public Outcome refuse(ToolCall call, RefusedException refused) {
        Call startedCall = recorder.begin(call, policies(call), assignRollout(call), EMPTY_OBJECT);
        return new CallFailure(recorder, startedCall, ReceiptDraft.of(startedCall))
                .refuse(refused)
                .outcome();
    }

    public void recordListing(ToolCall call, long addedTokens, long nanos) {
        ClientFeatures clientFeatures = call.client();
        recorder.recordListing(new ListingReceipt(
                call.server(), call.caller(), clientFeatures.name(), clientFeatures.isModern(), addedTokens, nanos));
    }

    public Outcome recordServerError(ToolCall call, Slice error) {
        return recorder.recordServerError(recorder.begin(call, policies(call), assignRollout(call), error))
                .outcome();
    }

    public void recordSourceChange(String server, @Nullable String uri) {
        snapshots.recordChange(server, uri);
    }

    public void closeSources() {
        snapshots.liveSources().clear();
    }
}

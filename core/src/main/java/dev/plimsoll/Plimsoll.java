package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.OpenSnapshot;
import dev.plimsoll.app.AppPage;
import dev.plimsoll.cursor.CursorCodec;
import dev.plimsoll.cursor.CursorGuessLimiter;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ResourceResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.CallAuthorizer;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.session.RepeatDetector;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.tokens.ParallelRunner;
import dev.plimsoll.view.ArgumentReader;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.ReadArguments;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Engine of Plimsoll. {@link #guard} takes the result of a tool and returns the answer for the client. {@link #read}
 * answers follow-up reads from the snapshot. Safe for use by many threads. An internal failure never fails a call: the
 * policy's {@code onFailure} sets what the call gets then.
 */
public final class Plimsoll {

    /** Maximum bytes of snapshots that stay open for reading, in addition to the bytes in the store. */
    private static final long MAX_OPEN_BYTES = 64L << 20;

    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    private final Policies policies;
    private final SnapshotArchive snapshotArchive;
    private final CursorIssuer cursorIssuer;
    private final CallRecorder callRecorder;
    private final CallerAccess callerAccess;
    private final ResultGuard resultGuard;

    private Plimsoll(
            CallerAccess callerAccess,
            SnapshotArchive snapshotArchive,
            CursorIssuer cursorIssuer,
            CallRecorder callRecorder) {
        this.policies = callerAccess.policies();
        this.snapshotArchive = snapshotArchive;
        this.cursorIssuer = cursorIssuer;
        this.callRecorder = callRecorder;
        this.callerAccess = callerAccess;
        this.resultGuard = new ResultGuard(snapshotArchive, cursorIssuer, callRecorder);
    }

    /**
     * Creates an engine over a store.
     *
     * @param keys the keys that sign cursors; with the same keys and the same store, cursors survive a restart
     */
    public static Plimsoll create(SnapshotStore store, KeyRing keys, Policies policies, GuardListener listener) {
        return create(store, new CursorCodec(keys), policies, listener, StyleRegistry.standard());
    }

    /** Creates an engine with these styles. Throws IllegalArgumentException if a policy has another style. */
    public static Plimsoll create(
            SnapshotStore store, CursorCodec codec, Policies policies, GuardListener listener, StyleRegistry styles) {
        Objects.requireNonNull(store, "store");
        return new Plimsoll(
                new CallerAccess(styles.resolve(policies), Tier.ADMIN, CallAuthorizer.ALLOW_ALL),
                new SnapshotArchive(store, MAX_OPEN_BYTES),
                new CursorIssuer(store, codec, CursorGuessLimiter.UNLIMITED, styles),
                new CallRecorder(
                        listener, new ActiveSessions(SessionLedger.inMemory(store::now), new RepeatDetector())));
    }

    /**
     * Returns an engine with the same store for callers of this tier. It refuses calls of tools that need a higher
     * tier, and follow-up reads of their results.
     */
    public Plimsoll forTier(Tier tier) {
        return tier == callerAccess.tier() ? this : forCaller(tier, callerAccess.gate());
    }

    /** Returns an engine with the same store for one caller, who must also pass the given gate. */
    public Plimsoll forCaller(Tier tier, CallAuthorizer callAuthorizer) {
        return new Plimsoll(
                new CallerAccess(policies, tier, callAuthorizer), snapshotArchive, cursorIssuer, callRecorder);
    }

    /** Returns an engine with the same store for one caller; the given limiter counts the caller's invalid cursors. */
    public Plimsoll withGuessLimiter(CursorGuessLimiter limiter) {
        return new Plimsoll(callerAccess, snapshotArchive, cursorIssuer.withGuessLimiter(limiter), callRecorder);
    }

    /**
     * Returns an engine with the same store for callers whose names contain the identity of their server. A cursor then
     * stays valid when its server is renamed.
     */
    public Plimsoll withServerInCallers() {
        return new Plimsoll(callerAccess, snapshotArchive, cursorIssuer.withServerInCallers(), callRecorder);
    }

    /** Returns an engine with other policies. Throws IllegalArgumentException if a style is unknown. */
    public Plimsoll withPolicies(Policies newPolicies) {
        return new Plimsoll(
                new CallerAccess(cursorIssuer.styles().resolve(newPolicies), callerAccess.tier(), callerAccess.gate()),
                snapshotArchive,
                cursorIssuer,
                callRecorder);
    }

    /** Returns an engine with the same store that counts the tokens of sessions in the given ledger. */
    public Plimsoll withSessionLedger(SessionLedger ledger) {
        return new Plimsoll(callerAccess, snapshotArchive, cursorIssuer, callRecorder.withLedger(ledger));
    }

    /** Throws {@link RefusedException} if callers of this engine may not call the tool, as far as its hints are known. */
    public void requireCall(ToolCall call) {
        callerAccess.requireCall(call);
    }

    /** Returns the answer for the result of a call. */
    public GuardedResult guard(ToolCall call, Slice result) {
        return guard(call, result, ReadArguments.NONE);
    }

    /** Returns the answer for the result of a call whose arguments also select a view of the result. */
    public GuardedResult guard(ToolCall call, Slice result, ReadArguments readArguments) {
        return guard(call, RawResult.of(result), readArguments);
    }

    /** Returns the answer for a result about which facts may already be known. */
    public GuardedResult guard(ToolCall call, RawResult result, ReadArguments readArguments) {
        return guard(call, assignRollout(call), result, readArguments);
    }

    private GuardedResult guard(
            ToolCall call, RolloutAssignment rolloutAssignment, RawResult result, ReadArguments readArguments) {
        return resultGuard.guard(
                callRecorder.begin(call, rolloutAssignment, result.bytes()),
                rolloutAssignment.policy(),
                result,
                readArguments,
                "");
    }

    private RolloutAssignment assignRollout(ToolCall call) {
        return RolloutAssignment.of(
                policies.of(call.server(), call.tool(), call.client().name()), call, cursorIssuer.styles());
    }

    /** Returns the object that answers equal calls from one result. */
    public ResultReuse resultReuse() {
        return new ResultReuse(resultGuard, policies);
    }

    /**
     * Returns the first page of a list that the tool has not loaded. The engine keeps the source open until its cursors
     * expire, then closes it.
     *
     * @param json converts the value of a row to JSON
     */
    public GuardedResult guard(
            ToolCall call, PageSource source, Function<@Nullable Object, Slice> json, ReadArguments readArguments) {
        RolloutAssignment rolloutAssignment = assignRollout(call);
        PageSourceGuard pageSourceGuard = new PageSourceGuard(snapshotArchive, cursorIssuer, callRecorder);
        return pageSourceGuard.guard(
                call,
                rolloutAssignment,
                source,
                json,
                readArguments,
                whole -> guard(call, rolloutAssignment, RawResult.of(whole), readArguments));
    }

    /** Sets the worker that prefetches rows, for all engines over this store. The worker may drop tasks. */
    public void prefetchWith(Consumer<Runnable> worker) {
        snapshotArchive.liveSources().prefetchWith(worker);
    }

    /**
     * Sets the runner that counts the tokens of long texts, for all engines over this store. Without it, the calling
     * thread counts.
     */
    public void runParallelWith(ParallelRunner parallelRunner) {
        snapshotArchive.runParallelWith(parallelRunner);
    }

    /** Closes all open page sources; their cursors expire. */
    public void closeSources() {
        snapshotArchive.liveSources().clear();
    }

    /**
     * Answers a follow-up read.
     *
     * @param call the caller's request; server and tool are checked unless they are empty
     * @param arguments the JSON object of arguments
     */
    public GuardedResult read(ToolCall call, Slice arguments) {
        return read(callRecorder.begin(call, policies.base(), arguments), call, arguments);
    }

    private GuardedResult read(CallState callState, ToolCall call, Slice arguments) {
        try {
            ReadArguments readArguments = ArgumentReader.parse(arguments);
            return readPage(callState, find(call, readArguments.cursor()), readArguments, false);
        } catch (RefusedException refused) {
            return callState.refuse(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return callState.fail(failure);
        }
    }

    private GuardedResult readPage(
            CallState callState, CursorIssuer.Found found, ReadArguments received, boolean named) {
        OpenSnapshot openSnapshot = found.opened();
        ToolCall origin = callState.startFollowUpRead(openSnapshot);
        ToolPolicy toolPolicy =
                policies.of(origin.server(), origin.tool(), origin.client().name());
        Policy now = toolPolicy.policy();
        ReadArguments readArguments = received.withoutDefaults(toolPolicy);
        if (readArguments.mode() == Mode.FULL) {
            callState.setReason("reading the whole");
        }
        ViewChange change = ViewChange.of(found.view(), found.position(), readArguments, now);
        PageSourceGuard pageSourceGuard = new PageSourceGuard(snapshotArchive, cursorIssuer, callRecorder);
        return callState.endShaped(
                pageSourceGuard.answer(openSnapshot, change, readArguments, origin, named, callState.allowance(now)));
    }

    /**
     * Decides about a tool call: it goes to the upstream, or it is a follow-up read and is answered here.
     *
     * @param call the tool's own name, or the name of the read tool as this client sees it
     * @param tool the tool as its upstream lists it; null if unknown, and then it counts as not merged
     * @param arguments the arguments as received; null if there are none
     */
    public CallDecision intake(ToolCall call, @Nullable ListedTool tool, @Nullable Slice arguments) {
        if (!call.tool().isEmpty() && call.tool().equals(call.client().readTool())) {
            return new CallDecision.Answer(read(call.withTool(""), arguments == null ? EMPTY_OBJECT : arguments));
        }
        ToolCall known = tool == null ? call : call.withHints(tool.hints());
        try {
            callerAccess.requireCall(known);
        } catch (RefusedException refused) {
            return new CallDecision.Answer(refuse(known, refused));
        }
        ToolPolicy policy =
                policies.of(call.server(), call.tool(), call.client().name());
        return new CallClassifier(known, tool, policy, CallArguments.of(arguments, tool)).classify(this);
    }

    /** Returns whether the cursor in these arguments was made here for this caller. */
    public boolean ownsCursor(ToolCall call, Slice arguments) {
        return ownsCursor(call, CallArguments.of(arguments, null).cursor());
    }

    /** Returns whether a cursor, or the state of an elicitation, was made here for this caller. */
    public boolean ownsCursor(ToolCall call, @Nullable String cursor) {
        return cursor != null && cursorIssuer.isAuthentic(cursor, call.caller());
    }

    /**
     * Returns the server whose result a cursor or {@code plimsoll:} URI reads, by its name at that time; null if it
     * reads no result of this call's server for this caller.
     */
    public @Nullable String findServer(ToolCall call, String cursorOrUri) {
        return cursorIssuer.findServer(PlimsollUri.withoutQuery(cursorOrUri), call);
    }

    CursorIssuer.Found find(ToolCall call, @Nullable String cursor) {
        try {
            CursorIssuer.Found found = cursorIssuer.find(snapshotArchive, cursor, call);
            callerAccess.requireReading(found.opened().snapshot().origin());
            return found;
        } catch (RefusedException dead) {
            Policy policy = policies.of(call.server(), call.tool()).policy();
            throw DeadCursor.forStyle(dead, cursorIssuer.styles().of(policy));
        }
    }

    /** Answers a tool call that turned out to be a follow-up read. */
    GuardedResult read(ToolCall call, CursorIssuer.Found found, ReadArguments readArguments) {
        CallState callState = callRecorder.begin(call, policies.base(), EMPTY_OBJECT);
        try {
            return readPage(callState, found, readArguments, true);
        } catch (RefusedException refused) {
            return callState.refuse(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return callState.fail(failure);
        }
    }

    /**
     * Returns the answer to a call whose user was asked: the snapshot in the view that the user chose, or the answer
     * without the elicitation if the response chooses nothing. The tool never runs again.
     *
     * @param call the call that was guarded, or its repetition
     * @param state the state of the {@link ElicitationRequest}
     * @param response the client's result of {@code elicitation/create}; null if it gave none
     */
    public GuardedResult answerElicitation(ToolCall call, String state, @Nullable Slice response) {
        ToolCall quietCall = call.withClient(call.client().withElicitation(false));
        CallState callState = callRecorder.begin(quietCall, policies.base(), EMPTY_OBJECT);
        try {
            CursorIssuer.Found found = find(quietCall, state);
            ToolCall origin = callState.startFollowUpRead(found.opened()).withArguments(call.arguments());
            Policy now = policies.of(origin.server(), origin.tool()).policy();
            PageReader pageReader = new PageReader(found.opened(), cursorIssuer, origin, true, true)
                    .withAllowance(callState.allowance(now));
            FinishedAnswer narrowed = response == null ? null : pageReader.answerChoice(found, response);
            callState.setReason(
                    narrowed == null ? "the user did not narrow the result" : "the user narrowed the result");
            ViewChange same = new ViewChange(found.view(), found.position());
            return callState.endShaped(narrowed != null ? narrowed : pageReader.answer(same, ReadArguments.NONE));
        } catch (RefusedException refused) {
            return callState.refuse(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return callState.fail(failure);
        }
    }

    /** Returns the answer to a call that failed outside this engine: its tool was not reachable or did not respond. */
    public GuardedResult refuse(ToolCall call, RefusedException refused) {
        return callRecorder.begin(call, assignRollout(call), EMPTY_OBJECT).refuse(refused);
    }

    /** Reports to the listener how many tokens a caller's tool listing adds to the server's own listing. */
    public void recordListing(ToolCall call, long tokens, long nanos) {
        ClientFeatures clientFeatures = call.client();
        callRecorder.recordListing(new ListingReceipt(
                call.server(), call.caller(), clientFeatures.name(), clientFeatures.anyStructured(), tokens, nanos));
    }

    /** Reports to the listener a call that the server answered with a protocol error instead of a result. */
    public void recordServerError(ToolCall call, Slice error) {
        callRecorder.begin(call, assignRollout(call), error).recordServerError();
    }

    /**
     * Returns the image, audio, or blob behind a {@code plimsoll://} link.
     *
     * @throws RefusedException if there is none, or it belongs to another caller
     */
    public LinkedBlob blob(ToolCall call, String uri) {
        return PageReader.blob(find(call, PageReader.cursorIn(uri)));
    }

    /**
     * Returns the answer for the result of {@code resources/read}: the same bytes if they are within the budget, else
     * the first part with the URI of the next part.
     *
     * @param requested {@code tool} is the name of the resource in policies and receipts: its URI, or the URI of a template
     * @param uri the URI that the client requested
     * @throws RefusedException if the result could not be stored and the policy refuses it then
     */
    public GuardedResult guardResource(ToolCall requested, String uri, Slice result) {
        ToolCall call = requested.withHints(ToolHints.READ_ONLY);
        RolloutAssignment rolloutAssignment = RolloutAssignment.of(
                policies.forResource(
                        call.server(), call.tool(), uri, call.client().name()),
                call,
                cursorIssuer.styles());
        CallState callState =
                callRecorder.begin(call, rolloutAssignment, result).throwRefusals();
        if (AppPage.isResult(result)) {
            return callState.passUntouched(AppPage.REASON);
        }
        Slice asTool = ResourceResult.asToolResult(result);
        if (asTool == null) {
            return callState.passUntouched("not a resources/read result");
        }
        GuardedResult guardedResult = resultGuard.guard(
                callState,
                rolloutAssignment.policy(),
                RawResult.of(asTool),
                ReadArguments.NONE,
                PlimsollUri.shortened(uri));
        return guardedResult.receipt().outcome() == OutcomeKind.PASSED
                ? new GuardedResult(result, guardedResult.receipt())
                : new GuardedResult(
                        ResourceResult.fromAnswer(guardedResult.result(), uri, call.client()), guardedResult.receipt());
    }

    /**
     * Returns the result of {@code resources/read} for a {@code plimsoll:} URI: {@code plimsoll://page/CURSOR}, with
     * the arguments of {@code plimsoll_read} as its query, or {@code plimsoll://blob/CURSOR}, with {@code from} and
     * {@code to} in bytes for a range.
     *
     * @throws RefusedException if there is no such page or blob, or it belongs to another caller
     */
    public Slice resource(ToolCall call, String uri) {
        PlimsollUri parsed = PlimsollUri.of(uri);
        if (!parsed.isPage()) {
            return PageReader.blob(find(call.withTool(""), parsed.cursor()), parsed, uri, call.client());
        }
        Slice arguments = parsed.arguments();
        CallState callState =
                callRecorder.begin(call, policies.base(), arguments).throwRefusals();
        return ResourceResult.fromAnswer(
                read(callState, call.withTool(""), arguments).result(), uri, call.client());
    }

    /**
     * Returns the answer for the result of {@code prompts/get}: the same bytes if they are within the budget, else the
     * messages with long ones cut, each with a link to its full text.
     *
     * @param requested {@code tool} is the name of the prompt in policies and receipts
     * @throws RefusedException if the result could not be stored and the policy refuses it then
     */
    public GuardedResult guardPrompt(ToolCall requested, Slice result) {
        ToolCall call = requested.withHints(ToolHints.READ_ONLY);
        return new PromptGuard(snapshotArchive, cursorIssuer, callRecorder).guard(call, assignRollout(call), result);
    }

    /**
     * Notes that all resources of a server have changed, or only {@code uri} if it is not null. From then on, follow-up
     * reads of older snapshots report the change.
     */
    public void sourceChanged(String server, @Nullable String uri) {
        snapshotArchive.changes().add(server, uri);
    }

    /** Returns the policy in force for a tool, independent of the client. */
    public ToolPolicy policy(String server, String tool) {
        return policies.of(server, tool);
    }
}

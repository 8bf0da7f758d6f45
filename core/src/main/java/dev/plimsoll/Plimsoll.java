package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.Opened;
import dev.plimsoll.app.AppPage;
import dev.plimsoll.cursor.CursorCodec;
import dev.plimsoll.cursor.CursorGuessLimiter;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.ParallelRunner;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ResourceResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.CallGate;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.session.RepeatDetector;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.view.ArgumentReader;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.ReadArguments;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The engine. {@link #guard} takes a tool's result and gives what the client gets instead; {@link #read} answers later
 * readings from the kept result. Safe for use by many threads. A failure of its own never fails a call: the policy's
 * {@code onFailure} says what the call gets then.
 */
public final class Plimsoll {

    /** How many bytes of kept results may stay opened for reading beside what the store itself holds. */
    private static final long OPEN_BYTES = 64L << 20;

    private static final Slice NOTHING = Slice.of("{}");

    private final Policies policies;
    private final SnapshotArchive snapshotArchive;
    private final CursorIssuer cursorIssuer;
    private final CallRecorder callRecorder;
    private final CallerAccess callerAccess;
    private final ResultGuard resultGuard;

    private Plimsoll(CallerAccess callerAccess, SnapshotArchive snapshotArchive, CursorIssuer cursorIssuer, CallRecorder callRecorder) {
        this.policies = callerAccess.policies();
        this.snapshotArchive = snapshotArchive;
        this.cursorIssuer = cursorIssuer;
        this.callRecorder = callRecorder;
        this.callerAccess = callerAccess;
        this.resultGuard = new ResultGuard(snapshotArchive, cursorIssuer, callRecorder);
    }

    /**
     * An engine over a store.
     *
     * @param keys seal the cursors; the same keys over the same store make cursors outlive a restart
     */
    public static Plimsoll over(SnapshotStore store, KeyRing keys, Policies policies, GuardListener listener) {
        return over(store, new CursorCodec(keys), policies, listener);
    }

    /** The same, where cursors are sealed and opened by that. */
    public static Plimsoll over(SnapshotStore store, CursorCodec sealer, Policies policies, GuardListener listener) {
        Objects.requireNonNull(store, "store");
        return new Plimsoll(
                new CallerAccess(policies, Tier.ADMIN, CallGate.OPEN),
                new SnapshotArchive(store, OPEN_BYTES),
                new CursorIssuer(store, sealer, CursorGuessLimiter.UNCOUNTED),
                new CallRecorder(listener, new ActiveSessions(SessionLedger.inMemory(store::now), new RepeatDetector())));
    }

    /**
     * The same engine for callers who may do no more than that: calls of tools that ask for more are refused, and so is
     * reading on in their results.
     */
    public Plimsoll forTier(Tier tier) {
        return tier == callerAccess.tier() ? this : forCaller(tier, callerAccess.gate());
    }

    /** The same engine for one caller, who has to pass this gate as well. */
    public Plimsoll forCaller(Tier tier, CallGate callGate) {
        return new Plimsoll(new CallerAccess(policies, tier, callGate), snapshotArchive, cursorIssuer, callRecorder);
    }

    /** The same engine for one reader, whose wrong cursors are counted there. */
    public Plimsoll readBy(CursorGuessLimiter reader) {
        return new Plimsoll(callerAccess, snapshotArchive, cursorIssuer.readBy(reader), callRecorder);
    }

    /**
     * The same engine for callers whose names hold the identity of the server that they speak to: whoever opens a cursor
     * speaks to the server that it came from, whatever that is called now.
     */
    public Plimsoll whereCallersNameServers() {
        return new Plimsoll(callerAccess, snapshotArchive, cursorIssuer.whereCallersNameServers(), callRecorder);
    }

    /** The same engine, with the same results kept, under other policies. */
    public Plimsoll withPolicies(Policies others) {
        return new Plimsoll(new CallerAccess(others, callerAccess.tier(), callerAccess.gate()), snapshotArchive, cursorIssuer, callRecorder);
    }

    /** The same engine, with what sessions cost counted there. */
    public Plimsoll countingSessionsIn(SessionLedger ledger) {
        return new Plimsoll(callerAccess, snapshotArchive, cursorIssuer, callRecorder.counting(ledger));
    }

    /** Throws {@link RefusedException} when this engine's callers may not call that tool, as far as its hints are known. */
    public void requireCall(ToolCall call) {
        callerAccess.requireCall(call);
    }

    /** What the client gets for the result of this call. */
    public GuardedResult guard(ToolCall call, Slice result) {
        return guard(call, result, ReadArguments.NONE);
    }

    /** The same, where the caller's arguments already ask how it wants to see the result. */
    public GuardedResult guard(ToolCall call, Slice result, ReadArguments asked) {
        return guard(call, RawResult.of(result), asked);
    }

    /** The same of a result of which more may be known. */
    public GuardedResult guard(ToolCall call, RawResult result, ReadArguments asked) {
        return guard(call, standing(call), result, asked);
    }

    private GuardedResult guard(ToolCall call, RolloutAssignment rolloutAssignment, RawResult result, ReadArguments asked) {
        return resultGuard.fit(callRecorder.begin(call, rolloutAssignment, result.bytes()), rolloutAssignment.policy(), result, asked, "");
    }

    private RolloutAssignment standing(ToolCall call) {
        return RolloutAssignment.of(policies.of(call.server(), call.tool(), call.client().name()), call);
    }

    /** The way to answer equal calls from one result. */
    public ResultReuse recall() {
        return new ResultReuse(resultGuard, policies);
    }

    /**
     * What the client gets for a list that the tool has not loaded: its first page. The source is kept open for as long as
     * the cursors hold, and closed by this engine.
     *
     * @param json writes a row's value
     */
    public GuardedResult guard(
            ToolCall call, PageSource source, Function<@Nullable Object, Slice> json, ReadArguments asked) {
        RolloutAssignment rolloutAssignment = standing(call);
        PageSourceGuard pageSourceGuard = new PageSourceGuard(snapshotArchive, cursorIssuer, callRecorder);
        return pageSourceGuard.guard(
                call, rolloutAssignment, source, json, asked, whole -> guard(call, rolloutAssignment, RawResult.of(whole), asked));
    }

    /** What is fetched ahead is fetched by that, for all engines over this one's store; it may drop what it is given. */
    public void prefetchWith(Consumer<Runnable> worker) {
        snapshotArchive.lives().fetchAheadBy(worker);
    }

    /** Long texts are counted by those, for all engines over this one's store; until then by whoever cuts them. */
    public void runParallelWith(ParallelRunner parallelRunner) {
        snapshotArchive.countBy(parallelRunner);
    }

    /** Ends all sources that are read on from; their cursors have expired then. */
    public void endSources() {
        snapshotArchive.lives().clear();
    }

    /**
     * The answer to a reading.
     *
     * @param call who reads; server and tool are checked where they are not empty
     * @param arguments the JSON object of arguments
     */
    public GuardedResult read(ToolCall call, Slice arguments) {
        return read(callRecorder.begin(call, policies.base(), arguments), call, arguments);
    }

    private GuardedResult read(CallState callState, ToolCall call, Slice arguments) {
        try {
            ReadArguments asked = ArgumentReader.read(arguments);
            return reading(callState, find(call, asked.cursor()), asked, false);
        } catch (RefusedException refused) {
            return callState.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return callState.failed(failure);
        }
    }

    private GuardedResult reading(CallState callState, CursorIssuer.Found found, ReadArguments given, boolean named) {
        Opened opened = found.opened();
        ToolCall origin = callState.reads(opened);
        Policy now = policies.of(origin.server(), origin.tool(), origin.client().name())
                .policy();
        ReadArguments asked = given.withoutDefaults(now);
        if (asked.mode() == Mode.FULL) {
            callState.because("reading the whole");
        }
        ViewChange change = ViewChange.of(found.view(), found.at(), asked, now);
        PageSourceGuard pageSourceGuard = new PageSourceGuard(snapshotArchive, cursorIssuer, callRecorder);
        return callState.shaped(pageSourceGuard.answer(opened, change, asked, origin, named, callState.allowance(now)));
    }

    /**
     * What a tool call is: one for the upstream, or one that reads on and is answered here.
     *
     * @param call the tool's own name, or that of the tool that reads on as this client lists it
     * @param tool the tool as its upstream lists it; null when that is unknown, and then it counts as not merged
     * @param arguments as they came; null when there are none
     */
    public CallDecision intake(ToolCall call, @Nullable ListedTool tool, @Nullable Slice arguments) {
        if (!call.tool().isEmpty() && call.tool().equals(call.client().readTool())) {
            return new CallDecision.Answer(read(call.withTool(""), arguments == null ? NOTHING : arguments));
        }
        ToolCall known = tool == null ? call : call.withHints(tool.hints());
        try {
            callerAccess.requireCall(known);
        } catch (RefusedException refused) {
            return new CallDecision.Answer(refused(known, refused));
        }
        ToolPolicy policy =
                policies.of(call.server(), call.tool(), call.client().name());
        return new CallClassifier(known, tool, policy, CallArguments.of(arguments, tool)).intake(this);
    }

    /** Whether a reading with these arguments has a cursor that was made here and for this caller. */
    public boolean owns(ToolCall call, Slice arguments) {
        return owns(call, CallArguments.of(arguments, null).cursor());
    }

    /** Whether a cursor, or the state of a question, was made here and for this caller. */
    public boolean owns(ToolCall call, @Nullable String cursor) {
        return cursor != null && cursorIssuer.genuine(cursor, call.caller());
    }

    /**
     * Returns the server whose result a cursor, or a URI of ours, reads, by the name that it had then; null where it reads
     * nothing of this call's server for this caller.
     */
    public @Nullable String server(ToolCall call, String cursorOrUri) {
        return cursorIssuer.server(PlimsollUri.withoutQuery(cursorOrUri), call);
    }

    CursorIssuer.Found find(ToolCall call, @Nullable String cursor) {
        try {
            CursorIssuer.Found found = cursorIssuer.find(snapshotArchive, cursor, call);
            callerAccess.requireReading(found.opened().snapshot().origin());
            return found;
        } catch (RefusedException dead) {
            throw DeadCursor.worded(
                    dead, policies.of(call.server(), call.tool()).policy());
        }
    }

    /** A tool call that turned out to be a reading. */
    GuardedResult read(ToolCall call, CursorIssuer.Found found, ReadArguments asked) {
        CallState callState = callRecorder.begin(call, policies.base(), NOTHING);
        try {
            return reading(callState, found, asked, true);
        } catch (RefusedException refused) {
            return callState.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return callState.failed(failure);
        }
    }

    /**
     * What a call gets once its client's user was asked: the kept result as the user wants it, or what the call would have
     * got without asking when the answer says nothing to go by. The tool never runs again.
     *
     * @param call the call that was guarded, or its repetition
     * @param state of the {@link ElicitationRequest}
     * @param response the client's result of {@code elicitation/create}; null when it gave none
     */
    public GuardedResult answered(ToolCall call, String state, @Nullable Slice response) {
        ToolCall asked = call.withClient(call.client().asking(false));
        CallState callState = callRecorder.begin(asked, policies.base(), NOTHING);
        try {
            CursorIssuer.Found found = find(asked, state);
            ToolCall origin = callState.reads(found.opened()).withArguments(call.arguments());
            Policy now = policies.of(origin.server(), origin.tool()).policy();
            PageReader pageReader = new PageReader(found.opened(), cursorIssuer, origin, true, true).within(callState.allowance(now));
            FinishedAnswer narrowed = response == null ? null : pageReader.narrowed(found, response);
            callState.because(narrowed == null ? "the user did not narrow it down" : "as the user narrowed it down");
            ViewChange same = new ViewChange(found.view(), found.at());
            return callState.shaped(narrowed != null ? narrowed : pageReader.answer(same, ReadArguments.NONE));
        } catch (RefusedException refused) {
            return callState.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return callState.failed(failure);
        }
    }

    /** What a call gets that failed outside of this engine: its tool could not be reached, or gave no answer. */
    public GuardedResult refused(ToolCall call, RefusedException refused) {
        return callRecorder.begin(call, standing(call), NOTHING).refused(refused);
    }

    /** Tells the listener how much dearer than the server's own a listing of tools is that this caller gets. */
    public void listed(ToolCall call, long tokens, long nanos) {
        ClientFeatures clientFeatures = call.client();
        callRecorder.listed(new ListingReceipt(call.server(), call.caller(), clientFeatures.name(), clientFeatures.anyStructured(), tokens, nanos));
    }

    /** Tells the listener of a call whose server says, outside of any result, that it failed. */
    public void failed(ToolCall call, Slice error) {
        callRecorder.begin(call, standing(call), error).erred();
    }

    /**
     * The image, audio or blob behind a {@code plimsoll://} link.
     *
     * @throws RefusedException when there is none, or not for this caller
     */
    public LinkedBlob blob(ToolCall call, String uri) {
        return PageReader.blob(find(call, PageReader.cursorIn(uri)));
    }

    /**
     * What the client gets for the result of {@code resources/read}: the very bytes within the budget; else its first part,
     * with the URI of the next one.
     *
     * @param asked {@code tool} is what policies and records call the resource: its URI, or a template's
     * @param uri as the client asked for it
     * @throws RefusedException when the policy refuses what could not be kept
     */
    public GuardedResult guardResource(ToolCall asked, String uri, Slice result) {
        ToolCall call = asked.withHints(ToolHints.READS);
        RolloutAssignment rolloutAssignment = RolloutAssignment.of(
                policies.ofResource(
                        call.server(), call.tool(), uri, call.client().name()),
                call);
        CallState callState = callRecorder.begin(call, rolloutAssignment, result).throwing();
        if (AppPage.isResult(result)) {
            return callState.untouched(AppPage.REASON);
        }
        Slice asTool = ResourceResult.asToolResult(result);
        if (asTool == null) {
            return callState.untouched("no result of reading a resource");
        }
        GuardedResult guardedResult = resultGuard.fit(
                callState, rolloutAssignment.policy(), RawResult.of(asTool), ReadArguments.NONE, PlimsollUri.shortened(uri));
        return guardedResult.receipt().outcome() == OutcomeKind.PASSED
                ? new GuardedResult(result, guardedResult.receipt())
                : new GuardedResult(ResourceResult.of(guardedResult.result(), uri, call.client()), guardedResult.receipt());
    }

    /**
     * The result of {@code resources/read} of a URI of ours: {@code plimsoll://page/CURSOR}, with the arguments of
     * {@code plimsoll_read} as its query, or {@code plimsoll://blob/CURSOR}, with {@code from} and {@code to} in bytes for a
     * range.
     *
     * @throws RefusedException when there is no such page or blob, or not for this caller
     */
    public Slice resource(ToolCall call, String uri) {
        PlimsollUri parsed = PlimsollUri.of(uri);
        if (!parsed.page()) {
            return PageReader.blob(find(call.withTool(""), parsed.cursor()), parsed, uri, call.client());
        }
        Slice arguments = parsed.arguments();
        CallState callState = callRecorder.begin(call, policies.base(), arguments).throwing();
        return ResourceResult.of(read(callState, call.withTool(""), arguments).result(), uri, call.client());
    }

    /**
     * What the client gets for the result of {@code prompts/get}: the very bytes within the budget; else with long messages
     * cut, each with a link to the whole.
     *
     * @param asked {@code tool} is what policies and records call the prompt
     * @throws RefusedException when the policy refuses what could not be kept
     */
    public GuardedResult guardPrompt(ToolCall asked, Slice result) {
        ToolCall call = asked.withHints(ToolHints.READS);
        return new PromptGuard(snapshotArchive, cursorIssuer, callRecorder).guard(call, standing(call), result);
    }

    /** A server's resources have changed, or only that of {@code uri}: readings of what was kept before say so from now on. */
    public void sourceChanged(String server, @Nullable String uri) {
        snapshotArchive.changes().add(server, uri);
    }

    /** The policy in force for a tool, whatever client asks. */
    public ToolPolicy policy(String server, String tool) {
        return policies.of(server, tool);
    }
}

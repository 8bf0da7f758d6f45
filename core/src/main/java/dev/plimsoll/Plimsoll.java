package dev.plimsoll;

import dev.plimsoll.Archive.Opened;
import dev.plimsoll.app.AppPage;
import dev.plimsoll.cursor.CursorSealer;
import dev.plimsoll.cursor.Guessing;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.Workers;
import dev.plimsoll.model.Client;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ResourceResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Gate;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.session.Repeats;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.Listed;
import dev.plimsoll.telemetry.Outcome;
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
    private final Archive archive;
    private final Cursors cursors;
    private final Recorder recorder;
    private final Access access;
    private final Fitting fitting;

    private Plimsoll(Access access, Archive archive, Cursors cursors, Recorder recorder) {
        this.policies = access.policies();
        this.archive = archive;
        this.cursors = cursors;
        this.recorder = recorder;
        this.access = access;
        this.fitting = new Fitting(archive, cursors, recorder);
    }

    /**
     * An engine over a store.
     *
     * @param keys seal the cursors; the same keys over the same store make cursors outlive a restart
     */
    public static Plimsoll over(SnapshotStore store, KeyRing keys, Policies policies, GuardListener listener) {
        return over(store, new CursorSealer(keys), policies, listener);
    }

    /** The same, where cursors are sealed and opened by that. */
    public static Plimsoll over(SnapshotStore store, CursorSealer sealer, Policies policies, GuardListener listener) {
        Objects.requireNonNull(store, "store");
        return new Plimsoll(
                new Access(policies, Tier.ADMIN, Gate.OPEN),
                new Archive(store, OPEN_BYTES),
                new Cursors(store, sealer, Guessing.UNCOUNTED),
                new Recorder(listener, new Sessions(SessionLedger.inMemory(store::now), new Repeats())));
    }

    /**
     * The same engine for callers who may do no more than that: calls of tools that ask for more are refused, and so is
     * reading on in their results.
     */
    public Plimsoll forTier(Tier tier) {
        return tier == access.tier() ? this : forCaller(tier, access.gate());
    }

    /** The same engine for one caller, who has to pass this gate as well. */
    public Plimsoll forCaller(Tier tier, Gate gate) {
        return new Plimsoll(new Access(policies, tier, gate), archive, cursors, recorder);
    }

    /** The same engine for one reader, whose wrong cursors are counted there. */
    public Plimsoll readBy(Guessing reader) {
        return new Plimsoll(access, archive, cursors.readBy(reader), recorder);
    }

    /**
     * The same engine for callers whose names hold the identity of the server that they speak to: whoever opens a cursor
     * speaks to the server that it came from, whatever that is called now.
     */
    public Plimsoll whereCallersNameServers() {
        return new Plimsoll(access, archive, cursors.whereCallersNameServers(), recorder);
    }

    /** The same engine, with the same results kept, under other policies. */
    public Plimsoll withPolicies(Policies others) {
        return new Plimsoll(new Access(others, access.tier(), access.gate()), archive, cursors, recorder);
    }

    /** The same engine, with what sessions cost counted there. */
    public Plimsoll countingSessionsIn(SessionLedger ledger) {
        return new Plimsoll(access, archive, cursors, recorder.counting(ledger));
    }

    /** Throws {@link RefusedException} when this engine's callers may not call that tool, as far as its hints are known. */
    public void requireCall(ToolCall call) {
        access.requireCall(call);
    }

    /** What the client gets for the result of this call. */
    public Guarded guard(ToolCall call, Slice result) {
        return guard(call, result, ReadArguments.NONE);
    }

    /** The same, where the caller's arguments already ask how it wants to see the result. */
    public Guarded guard(ToolCall call, Slice result, ReadArguments asked) {
        return guard(call, RawResult.of(result), asked);
    }

    /** The same of a result of which more may be known. */
    public Guarded guard(ToolCall call, RawResult result, ReadArguments asked) {
        return guard(call, standing(call), result, asked);
    }

    private Guarded guard(ToolCall call, Stand stand, RawResult result, ReadArguments asked) {
        return fitting.fit(recorder.begin(call, stand, result.bytes()), stand.policy(), result, asked, "");
    }

    private Stand standing(ToolCall call) {
        return Stand.of(policies.of(call.server(), call.tool(), call.client().name()), call);
    }

    /** The way to answer equal calls from one result. */
    public Recall recall() {
        return new Recall(fitting, policies);
    }

    /**
     * What the client gets for a list that the tool has not loaded: its first page. The source is kept open for as long as
     * the cursors hold, and closed by this engine.
     *
     * @param json writes a row's value
     */
    public Guarded guard(
            ToolCall call, PageSource source, Function<@Nullable Object, Slice> json, ReadArguments asked) {
        Stand stand = standing(call);
        Sourcing sourcing = new Sourcing(archive, cursors, recorder);
        return sourcing.guard(
                call, stand, source, json, asked, whole -> guard(call, stand, RawResult.of(whole), asked));
    }

    /** What is fetched ahead is fetched by that, for all engines over this one's store; it may drop what it is given. */
    public void fetchAheadBy(Consumer<Runnable> worker) {
        archive.lives().fetchAheadBy(worker);
    }

    /** Long texts are counted by those, for all engines over this one's store; until then by whoever cuts them. */
    public void countBy(Workers workers) {
        archive.countBy(workers);
    }

    /** Ends all sources that are read on from; their cursors have expired then. */
    public void endSources() {
        archive.lives().clear();
    }

    /**
     * The answer to a reading.
     *
     * @param call who reads; server and tool are checked where they are not empty
     * @param arguments the JSON object of arguments
     */
    public Guarded read(ToolCall call, Slice arguments) {
        return read(recorder.begin(call, policies.base(), arguments), call, arguments);
    }

    private Guarded read(Exchange exchange, ToolCall call, Slice arguments) {
        try {
            ReadArguments asked = ArgumentReader.read(arguments);
            return reading(exchange, find(call, asked.cursor()), asked, false);
        } catch (RefusedException refused) {
            return exchange.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return exchange.failed(failure);
        }
    }

    private Guarded reading(Exchange exchange, Cursors.Found found, ReadArguments given, boolean named) {
        Opened opened = found.opened();
        ToolCall origin = exchange.reads(opened);
        Policy now = policies.of(origin.server(), origin.tool(), origin.client().name())
                .policy();
        ReadArguments asked = given.withoutDefaults(now);
        if (asked.mode() == Mode.FULL) {
            exchange.because("reading the whole");
        }
        ViewChange change = ViewChange.of(found.view(), found.at(), asked, now);
        Sourcing sourcing = new Sourcing(archive, cursors, recorder);
        return exchange.shaped(sourcing.answer(opened, change, asked, origin, named, exchange.allowance(now)));
    }

    /**
     * What a tool call is: one for the upstream, or one that reads on and is answered here.
     *
     * @param call the tool's own name, or that of the tool that reads on as this client lists it
     * @param tool the tool as its upstream lists it; null when that is unknown, and then it counts as not merged
     * @param arguments as they came; null when there are none
     */
    public Intake intake(ToolCall call, @Nullable ListedTool tool, @Nullable Slice arguments) {
        if (!call.tool().isEmpty() && call.tool().equals(call.client().readTool())) {
            return new Intake.Answer(read(call.withTool(""), arguments == null ? NOTHING : arguments));
        }
        ToolCall known = tool == null ? call : call.withHints(tool.hints());
        try {
            access.requireCall(known);
        } catch (RefusedException refused) {
            return new Intake.Answer(refused(known, refused));
        }
        ToolPolicy policy =
                policies.of(call.server(), call.tool(), call.client().name());
        return new Sorting(known, tool, policy, CallArguments.of(arguments, tool)).intake(this);
    }

    /** Whether a reading with these arguments has a cursor that was made here and for this caller. */
    public boolean owns(ToolCall call, Slice arguments) {
        return owns(call, CallArguments.of(arguments, null).cursor());
    }

    /** Whether a cursor, or the state of a question, was made here and for this caller. */
    public boolean owns(ToolCall call, @Nullable String cursor) {
        return cursor != null && cursors.genuine(cursor, call.caller());
    }

    /**
     * Returns the server whose result a cursor, or a URI of ours, reads, by the name that it had then; null where it reads
     * nothing of this call's server for this caller.
     */
    public @Nullable String server(ToolCall call, String cursorOrUri) {
        return cursors.server(PlimsollUri.withoutQuery(cursorOrUri), call);
    }

    Cursors.Found find(ToolCall call, @Nullable String cursor) {
        try {
            Cursors.Found found = cursors.find(archive, cursor, call);
            access.requireReading(found.opened().snapshot().origin());
            return found;
        } catch (RefusedException dead) {
            throw DeadCursor.worded(
                    dead, policies.of(call.server(), call.tool()).policy());
        }
    }

    /** A tool call that turned out to be a reading. */
    Guarded read(ToolCall call, Cursors.Found found, ReadArguments asked) {
        Exchange exchange = recorder.begin(call, policies.base(), NOTHING);
        try {
            return reading(exchange, found, asked, true);
        } catch (RefusedException refused) {
            return exchange.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return exchange.failed(failure);
        }
    }

    /**
     * What a call gets once its client's user was asked: the kept result as the user wants it, or what the call would have
     * got without asking when the answer says nothing to go by. The tool never runs again.
     *
     * @param call the call that was guarded, or its repetition
     * @param state of the {@link Question}
     * @param response the client's result of {@code elicitation/create}; null when it gave none
     */
    public Guarded answered(ToolCall call, String state, @Nullable Slice response) {
        ToolCall asked = call.withClient(call.client().asking(false));
        Exchange exchange = recorder.begin(asked, policies.base(), NOTHING);
        try {
            Cursors.Found found = find(asked, state);
            ToolCall origin = exchange.reads(found.opened()).withArguments(call.arguments());
            Policy now = policies.of(origin.server(), origin.tool()).policy();
            Reading reading = new Reading(found.opened(), cursors, origin, true, true).within(exchange.allowance(now));
            Sealed narrowed = response == null ? null : reading.narrowed(found, response);
            exchange.because(narrowed == null ? "the user did not narrow it down" : "as the user narrowed it down");
            ViewChange same = new ViewChange(found.view(), found.at());
            return exchange.shaped(narrowed != null ? narrowed : reading.answer(same, ReadArguments.NONE));
        } catch (RefusedException refused) {
            return exchange.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return exchange.failed(failure);
        }
    }

    /** What a call gets that failed outside of this engine: its tool could not be reached, or gave no answer. */
    public Guarded refused(ToolCall call, RefusedException refused) {
        return recorder.begin(call, standing(call), NOTHING).refused(refused);
    }

    /** Tells the listener how much dearer than the server's own a listing of tools is that this caller gets. */
    public void listed(ToolCall call, long tokens, long nanos) {
        Client client = call.client();
        recorder.listed(new Listed(call.server(), call.caller(), client.name(), client.anyStructured(), tokens, nanos));
    }

    /** Tells the listener of a call whose server says, outside of any result, that it failed. */
    public void failed(ToolCall call, Slice error) {
        recorder.begin(call, standing(call), error).erred();
    }

    /**
     * The image, audio or blob behind a {@code plimsoll://} link.
     *
     * @throws RefusedException when there is none, or not for this caller
     */
    public Blob blob(ToolCall call, String uri) {
        return Reading.blob(find(call, Reading.cursorIn(uri)));
    }

    /**
     * What the client gets for the result of {@code resources/read}: the very bytes within the budget; else its first part,
     * with the URI of the next one.
     *
     * @param asked {@code tool} is what policies and records call the resource: its URI, or a template's
     * @param uri as the client asked for it
     * @throws RefusedException when the policy refuses what could not be kept
     */
    public Guarded guardResource(ToolCall asked, String uri, Slice result) {
        ToolCall call = asked.withHints(ToolHints.READS);
        Stand stand = Stand.of(
                policies.ofResource(
                        call.server(), call.tool(), uri, call.client().name()),
                call);
        Exchange exchange = recorder.begin(call, stand, result).throwing();
        if (AppPage.isResult(result)) {
            return exchange.untouched(AppPage.REASON);
        }
        Slice asTool = ResourceResult.asToolResult(result);
        if (asTool == null) {
            return exchange.untouched("no result of reading a resource");
        }
        Guarded guarded = fitting.fit(
                exchange, stand.policy(), RawResult.of(asTool), ReadArguments.NONE, PlimsollUri.shortened(uri));
        return guarded.receipt().outcome() == Outcome.PASSED
                ? new Guarded(result, guarded.receipt())
                : new Guarded(ResourceResult.of(guarded.result(), uri, call.client()), guarded.receipt());
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
            return Reading.blob(find(call.withTool(""), parsed.cursor()), parsed, uri, call.client());
        }
        Slice arguments = parsed.arguments();
        Exchange exchange = recorder.begin(call, policies.base(), arguments).throwing();
        return ResourceResult.of(read(exchange, call.withTool(""), arguments).result(), uri, call.client());
    }

    /**
     * What the client gets for the result of {@code prompts/get}: the very bytes within the budget; else with long messages
     * cut, each with a link to the whole.
     *
     * @param asked {@code tool} is what policies and records call the prompt
     * @throws RefusedException when the policy refuses what could not be kept
     */
    public Guarded guardPrompt(ToolCall asked, Slice result) {
        ToolCall call = asked.withHints(ToolHints.READS);
        return new Prompting(archive, cursors, recorder).guard(call, standing(call), result);
    }

    /** A server's resources have changed, or only that of {@code uri}: readings of what was kept before say so from now on. */
    public void sourceChanged(String server, @Nullable String uri) {
        archive.changes().add(server, uri);
    }

    /** The policy in force for a tool, whatever client asks. */
    public ToolPolicy policy(String server, String tool) {
        return policies.of(server, tool);
    }
}

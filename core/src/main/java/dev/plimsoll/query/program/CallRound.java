package dev.plimsoll.query.program;

import dev.plimsoll.json.Slice;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.ObjectValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calls of one evaluation of a program. A call that has an answer returns it. Any other ends the evaluation, which is repeated
 * when the answer is there. Calls that the program is certain to make are collected on the way, so that the host can make them
 * side by side: those are calls in program order, outside of branches, functions, and folds. For one thread.
 */
public final class CallRound {

    private static final Slice NO_ARGUMENTS = Slice.of("{}");

    private final ProgramTools tools;
    private final CallAnswers answers;
    private final int maxPending;
    private final Map<ProgramCall, PendingCall> pending = new LinkedHashMap<>();
    private final Map<String, Integer> writesByServer = new HashMap<>();
    private final Set<String> sources = new LinkedHashSet<>();
    private int writes;
    private boolean isClosed;

    /**
     * Creates the state of an evaluation.
     *
     * @param maxPending number of calls that are collected at most
     */
    public CallRound(ProgramTools tools, CallAnswers answers, int maxPending) {
        this.tools = tools;
        this.answers = answers;
        this.maxPending = maxPending;
    }

    /**
     * Returns whether no more calls are collected: a pending call has to be made before others, or there are
     * enough.
     */
    public boolean isClosed() {
        return isClosed;
    }

    /** Returns the calls without an answer, in program order. */
    public List<PendingCall> pending() {
        return List.copyOf(pending.values());
    }

    public Value tools() {
        return Value.document(tools.list());
    }

    /**
     * Returns the answer to a call. Ends the evaluation if there is none yet.
     *
     * @param arguments the arguments of the tool; null for none
     * @param allPages whether all pages of a paged tool are read
     * @param isCertain whether the program is certain to make the call, if earlier ones succeed
     */
    public ToolAnswer answer(
            Value tool, @Nullable Value arguments, boolean allPages, boolean isCertain, QueryMeter queryMeter) {
        ProgramCall call = call(tool, arguments, allPages, queryMeter);
        ToolUse use = tools.use(call.tool());
        ToolAnswer answer = answers.find(call);
        if (answer == null) {
            collect(call, use, isCertain);
            throw new CallPendingSignal();
        }
        sources.add(use.server());
        if (call.writes()) {
            writes++;
            writesByServer.merge(use.server(), 1, Integer::sum);
        }
        if (answer.failure() != null) {
            throw CallError.of(call, answer.failure());
        }
        return answer;
    }

    private ProgramCall call(Value tool, @Nullable Value arguments, boolean allPages, QueryMeter queryMeter) {
        if (!(tool instanceof StringValue name)) {
            throw QueryError.typeError(tool, "is not the name of a tool: call(\"tool\"; {…})", queryMeter);
        }
        Slice canonical = NO_ARGUMENTS;
        if (arguments instanceof ObjectValue object) {
            canonical = CanonicalArguments.of(object, queryMeter);
        } else if (arguments != null && arguments != ConstantValue.NULL) {
            throw QueryError.typeError(
                    arguments, "cannot be the arguments of " + name.string() + ", as it is not an object", queryMeter);
        }
        ToolUse use = tools.use(name.string());
        int turn = use.writes() ? writes : writesByServer.getOrDefault(use.server(), 0);
        return new ProgramCall(name.string(), canonical, allPages, turn, use.writes());
    }

    private void collect(ProgramCall call, ToolUse use, boolean isCertain) {
        boolean isFirst = pending.isEmpty();
        boolean isAhead = isCertain && use.ahead() && !use.writes();
        if (!isClosed && (isFirst || isAhead)) {
            pending.putIfAbsent(call, new PendingCall(call, sources));
        }
        // no call is made ahead of a call that writes, and a call that waits for its turn is made alone
        isClosed |= use.writes() || (isFirst && !isAhead) || pending.size() >= maxPending;
        sources.add(use.server());
    }
}

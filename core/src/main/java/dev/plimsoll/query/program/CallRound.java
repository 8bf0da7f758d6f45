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
 * Calls of one evaluation of a program. A call that has an answer returns it. A call without an answer is pending and ends the
 * evaluation, which is repeated when the answer exists. Before the evaluation ends, further calls are collected that
 * the program is certain to make: those outside of branches, functions, and folds. So the host can make all collected
 * calls in parallel. Not thread-safe.
 */
public final class CallRound {

    private static final Slice NO_ARGUMENTS = Slice.of("{}");

    private final ProgramTools tools;
    private final CallAnswers answers;
    private final int maxPending;
    private final Map<ProgramCall, PendingCall> pending = new LinkedHashMap<>();
    private final Map<String, Integer> writesByServer = new HashMap<>();
    private final Set<String> sources = new LinkedHashSet<>();
    private int writeCount;
    private boolean isClosed;

    /**
     * Creates the state of an evaluation.
     *
     * @param maxPending maximum number of calls that are collected
     */
    public CallRound(ProgramTools tools, CallAnswers answers, int maxPending) {
        this.tools = tools;
        this.answers = answers;
        this.maxPending = maxPending;
    }

    /**
     * Returns whether no more calls are collected, because a pending call must be made before any later call, or because there are
     * enough calls.
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
     * Returns the answer to a call. Ends the evaluation if there is none yet; throws a query error if the call failed.
     *
     * @param arguments the arguments of the tool; null for none
     * @param hasAllPages whether all pages of a paged tool are read
     * @param isCertain whether the program is certain to make the call, if earlier ones succeed
     */
    public ToolAnswer answer(
            Value tool, @Nullable Value arguments, boolean hasAllPages, boolean isCertain, QueryMeter queryMeter) {
        ProgramCall call = toProgramCall(tool, arguments, hasAllPages, queryMeter);
        ToolCallRules rules = tools.callRules(call.tool());
        ToolAnswer answer = answers.find(call);
        if (answer == null) {
            addPending(call, rules, isCertain);
            throw new CallPendingSignal();
        }
        sources.add(rules.server());
        if (call.canWrite()) {
            writeCount++;
            writesByServer.merge(rules.server(), 1, Integer::sum);
        }
        if (answer.failure() != null) {
            throw CallError.create(call, answer.failure());
        }
        return answer;
    }

    private ProgramCall toProgramCall(
            Value tool, @Nullable Value arguments, boolean hasAllPages, QueryMeter queryMeter) {
        if (!(tool instanceof StringValue name)) {
            throw QueryError.typeError(tool, "is not the name of a tool: call(\"tool\"; {…})", queryMeter);
        }
        Slice canonical = NO_ARGUMENTS;
        if (arguments instanceof ObjectValue object) {
            canonical = CanonicalArguments.canonicalize(object, queryMeter);
        } else if (arguments != null && arguments != ConstantValue.NULL) {
            throw QueryError.typeError(
                    arguments, "cannot be the arguments of " + name.string() + ", as it is not an object", queryMeter);
        }
        ToolCallRules rules = tools.callRules(name.string());
        int turn = rules.canWrite() ? writeCount : writesByServer.getOrDefault(rules.server(), 0);
        return new ProgramCall(name.string(), canonical, hasAllPages, turn, rules.canWrite());
    }

    private void addPending(ProgramCall call, ToolCallRules rules, boolean isCertain) {
        boolean isFirst = pending.isEmpty();
        boolean canRunAhead = isCertain && rules.canRunAhead() && !rules.canWrite();
        if (!isClosed && (isFirst || canRunAhead)) {
            pending.putIfAbsent(call, new PendingCall(call, sources));
        }
        // a call that writes is made before later calls, and a call that cannot run ahead is made alone
        isClosed |= rules.canWrite() || (isFirst && !canRunAhead) || pending.size() >= maxPending;
        sources.add(rules.server());
    }
}

package dev.plimsoll.gateway.program.call;

import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.query.program.ProgramCall;
import dev.plimsoll.query.program.ToolAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Answers to the calls of recent programs of one caller. Callers without authentication get none of them, because
 * they cannot be distinguished.
 */
record CallerRecentAnswers(RecentAnswers recentAnswers, CallerContext context, CallableTools tools) {

    private String caller() {
        return context.isAuthenticated() ? context.caller() : "";
    }

    /**
     * Returns the answer to an equal earlier call; null if the call must be made. A call that writes drops
     * the answers of its server.
     */
    @Nullable ToolAnswer find(ProgramCall call) {
        if (call.canWrite()) {
            recentAnswers.drop(server(call));
            return null;
        }
        // after a call of this program that may have changed something, earlier answers may be outdated
        return call.turn() > 0 ? null : recentAnswers.find(caller(), context.policies(), withListedName(call));
    }

    /** Adds the answer to a call. A call that writes drops the answers of its server instead. */
    void add(ProgramCall call, ToolAnswer answer) {
        if (call.canWrite()) {
            // dropped for the second time: while the call ran, other programs may have added answers
            recentAnswers.drop(server(call));
        } else {
            recentAnswers.add(caller(), context.policies(), withListedName(call), server(call), answer);
        }
    }

    /** Returns the call with the name that clients see, which is unique among all servers. */
    private ProgramCall withListedName(ProgramCall call) {
        String name = tools.listedName(call.tool());
        return name.equals(call.tool())
                ? call
                : new ProgramCall(name, call.arguments(), call.hasAllPages(), call.turn(), call.canWrite());
    }

    private String server(ProgramCall call) {
        return tools.callRules(call.tool()).server();
    }
}

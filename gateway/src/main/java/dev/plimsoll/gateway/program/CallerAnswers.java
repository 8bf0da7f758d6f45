package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.proxy.CallerContext;
import dev.plimsoll.query.program.ProgramCall;
import dev.plimsoll.query.program.ToolAnswer;
import org.jspecify.annotations.Nullable;

/** Answers of the latest programs of one caller. A caller without authentication has none: it may be anyone. */
record CallerAnswers(RecentAnswers recent, CallerContext context, CallableTools tools) {

    private String caller() {
        return context.isAuthenticated() ? context.caller() : "";
    }

    /** Returns the answer to an equal call; null if it has to be made. */
    @Nullable ToolAnswer find(ProgramCall call) {
        if (call.writes()) {
            recent.drop(server(call));
            return null;
        }
        return call.turn() > 0 ? null : recent.find(caller(), context.policies(), listed(call));
    }

    void add(ProgramCall call, ToolAnswer answer) {
        if (call.writes()) {
            // again, because others may have read while the call ran
            recent.drop(server(call));
        } else {
            recent.add(caller(), context.policies(), listed(call), server(call), answer);
        }
    }

    /** Returns the call with the name that its tool has in the listing, which no tool of another server has. */
    private ProgramCall listed(ProgramCall call) {
        String name = tools.listedName(call.tool());
        return name.equals(call.tool())
                ? call
                : new ProgramCall(name, call.arguments(), call.allPages(), call.turn(), call.writes());
    }

    private String server(ProgramCall call) {
        return tools.use(call.tool()).server();
    }
}

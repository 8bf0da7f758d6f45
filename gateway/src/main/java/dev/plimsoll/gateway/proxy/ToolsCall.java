package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Guarded;
import dev.plimsoll.Intake;
import dev.plimsoll.Question;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.proxy.Pending.Waiting;
import dev.plimsoll.gateway.proxy.Route.Arrival;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Pieces;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.view.ArgumentReader;
import dev.plimsoll.view.ReadArguments;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls of tools: a reading is answered here, everything else runs and has its result guarded. */
final class ToolsCall implements Endpoint {

    private static final int LONGEST_NAME = 1024;

    @Override
    public Route route(Message request, Conversation conversation) {
        Slice params = request.params();
        String name = ObjectEdit.textIn(params, "name", LONGEST_NAME);
        if (params == null || name == null) {
            return Admission.orUnclear(Route.THROUGH, conversation);
        }
        Slice arguments = ObjectEdit.objectIn(params, "arguments");
        if (name.equals(Dispatching.NAME) && Dispatching.on(conversation)) {
            return new Route.Later(() -> Dispatching.call(request, params, arguments, conversation));
        }
        if (mayRead(arguments) || mustBeKnown(name, request, conversation)) {
            return new Route.Later(() -> decided(request, params, name, arguments, conversation));
        }
        return settled(request, params, name, arguments, conversation);
    }

    /** A call that is repeated with what its user said: the tool has run already. */
    private static Route answered(ToolCall call, Slice params, String state, Conversation conversation) {
        boolean another = conversation.tools().get(call.client().readTool()) != null;
        if (another && !conversation.engine().owns(call, state)) {
            // the server is another of our kind and has asked by itself
            return new Route.Onward(null, new Guarding(conversation, call, ReadArguments.NONE));
        }
        ListedTool tool = conversation.tools().get(call.tool());
        ToolCall known = tool == null ? call : call.withArguments(tool.declared());
        return new Route.Here(() -> conversation
                .engine()
                .answered(known, state, Elicitation.response(params))
                .result());
    }

    private static boolean mayRead(@Nullable Slice arguments) {
        if (arguments != null) {
            for (String name : ArgumentReader.CURSORS) {
                if (Members.get(arguments, name) != null) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Arguments of ours may only be told from a heavy tool's own by one who has seen its schema, and what it asks of its
     * callers only by one who has seen its hints.
     */
    private static boolean mustBeKnown(String name, Message request, Conversation conversation) {
        ToolTable tools = conversation.tools();
        if (tools.get(name) != null || tools.isComplete()) {
            return false;
        }
        ToolCall call = conversation.call(name, request);
        Policy policy = conversation.engine().policy(call.server(), name).policy();
        boolean ours = name.equals(call.client().readTool());
        if (call.client().apps() && !ours) {
            return true;
        }
        // what changes nothing may be cached, and what changes something drops what is
        boolean cached = policy.find(Policy.CACHE_TTL) != null
                || conversation.responses().used();
        boolean reads = cached && !ours && policy.find(Policy.READ_ONLY) == null;
        return reads || policy.get(Policy.HEAVY) || (!ours && Admission.refused(call, conversation) != null);
    }

    static Route decided(
            Message request, Slice params, String name, @Nullable Slice arguments, Conversation conversation) {
        if (mustBeKnown(name, request, conversation)) {
            ToolsList.learn(request, conversation);
        }
        return settled(request, params, name, arguments, conversation);
    }

    /** The same of a tool of which enough is known. */
    private static Route settled(
            Message request, Slice params, String name, @Nullable Slice arguments, Conversation conversation) {
        ListedTool tool = conversation.tools().get(name);
        ToolCall plain = conversation.call(name, request).withHints(tool == null ? ToolHints.UNSEEN : tool.hints());
        boolean reads = name.equals(plain.client().readTool());
        // the server may be another of our kind: what is not ours may be its
        boolean ours = reads
                && (tool == null || (arguments != null && conversation.engine().owns(plain, arguments)));
        Route refused = ours ? null : Admission.refused(plain, conversation);
        if (refused != null) {
            return tool == null ? unheard(plain, refused, conversation) : refused;
        }
        String state = plain.client().anyStructured() ? Elicitation.state(params) : null;
        if (state != null) {
            return answered(plain, params, state, conversation);
        }
        boolean asks = conversation.asksUser(request, plain.client());
        ToolCall call = asks ? plain.withClient(plain.client().asking(true)) : plain;
        Route tooOften = reads ? Pace.ofTool(call, conversation) : null;
        if (tooOften != null) {
            return tooOften;
        }
        if (reads && !ours) {
            return new Route.Onward(null, new Guarding(conversation, call, ReadArguments.NONE));
        }
        Intake intake = conversation.engine().intake(call, tool, arguments);
        if (intake instanceof Intake.Answer answer) {
            return new Route.Here(() -> answer.guarded().result());
        }
        return onward(request, params, arguments, call, (Intake.Forward) intake, conversation);
    }

    /** A server that is not there, or hangs, has not said what its tools ask of their callers: that is why, not the caller. */
    private static Route unheard(ToolCall call, Route refused, Conversation conversation) {
        RefusedException silence = conversation.ownRequests().silence();
        if (silence == null || conversation.tools().isComplete()) {
            return refused;
        }
        return new Route.Here(() -> conversation.engine().refused(call, silence).result());
    }

    /** A call that runs, unless it was answered before or comes too often. */
    private static Route onward(
            Message request,
            Slice params,
            @Nullable Slice arguments,
            ToolCall call,
            Intake.Forward forward,
            Conversation conversation) {
        ToolPolicy policy = conversation.engine().policy(call.server(), call.tool());
        Reuse reuse = Reuse.of(params, policy, forward, conversation);
        Supplier<Route> again = () -> decided(request, params, call.tool(), arguments, conversation);
        if (reuse != null && !Workers.isOne()) {
            return new Route.Later(again);
        }
        Guarding guarding = new Guarding(conversation, forward.call(), forward.asked());
        Route stored = reuse == null ? null : reuse.stored(guarding);
        Route here = stored != null ? stored : Pace.ofTool(call, conversation);
        if (here != null) {
            return here;
        }
        if (forward.restarted()) {
            conversation
                    .log()
                    .say(
                            Level.WARN,
                            "runs the tool again: its cursor is dead, or its arguments are others",
                            "tool",
                            call.tool());
        }
        Slice sent = forward.arguments();
        boolean taken = sent != null && (arguments == null || !sent.isSameRange(arguments));
        Slice changed = sent != null && taken ? ObjectEdit.with(params, "arguments", sent) : others(params, request);
        if (reuse == null) {
            return new Route.Onward(changed, guarding.by(writing(policy, call, conversation)));
        }
        return reuse.route(guarding, course -> new Route.Onward(changed, guarding.by(course)), again);
    }

    /** Parameters that are not those of the request itself; else null. */
    private static @Nullable Slice others(Slice params, Message request) {
        Slice own = request.params();
        return own != null && own.isSameRange(params) ? null : params;
    }

    /** What was stored before may not be true any more. */
    private static Course writing(ToolPolicy policy, ToolCall call, Conversation conversation) {
        ResponseCache cache = conversation.responses();
        if (!cache.isOn() || policy.readOnly(call.hints().readOnly())) {
            return Course.PLAIN;
        }
        return new Writing(cache, call.server(), policy.policy()).begun();
    }

    /**
     * The end of a call that ran.
     *
     * @param asked how its caller wants to see the result
     * @param begunNanos when it was sent on: style cursor goes by the time that the source takes
     * @param course what else goes with it
     */
    record Guarding(Conversation conversation, ToolCall call, ReadArguments asked, long begunNanos, Course course)
            implements Arrival {

        Guarding(Conversation conversation, ToolCall call, ReadArguments asked) {
            this(conversation, call, asked, System.nanoTime(), Course.PLAIN);
        }

        /** The same from now on. */
        Guarding by(Course other) {
            return new Guarding(conversation, call, asked, System.nanoTime(), other);
        }

        @Override
        public Slice of(Slice result) {
            return guarded(RawResult.of(result)).result();
        }

        @Override
        public @Nullable Pieces of(RawResult result, Waiting waiting, Questions questions) {
            return offered(guarded(result), waiting, questions);
        }

        /** What the client gets, whose user may be asked first; null when it is answered later. */
        @Nullable Pieces offered(Guarded guarded, Waiting waiting, Questions questions) {
            Question question = guarded.question();
            if (question == null) {
                return guarded.pieces();
            }
            if (call.client().anyStructured()) {
                return Pieces.of(Elicitation.inputRequired(question));
            }
            boolean asks = questions.ask(
                    waiting,
                    Elicitation.params(question),
                    question.patience(),
                    response -> narrowed(question, response, guarded));
            return asks ? null : guarded.pieces();
        }

        /** As the user wants it; as it is without a word from the user, or when that cannot be had. */
        private Slice narrowed(Question question, @Nullable Slice response, Guarded otherwise) {
            if (!Elicitation.action(response).equals("accept")) {
                return otherwise.result();
            }
            Guarded narrowed = conversation.engine().answered(call, question.state(), response);
            return narrowed.receipt().outcome() == Outcome.READ ? narrowed.result() : otherwise.result();
        }

        /** What a task gives in the end comes for another request, whose client asks its user nothing. */
        private Guarding quiet() {
            return new Guarding(conversation, call.withClient(call.client().asking(false)), asked, begunNanos, course);
        }

        private Guarded guarded(RawResult result) {
            long millis = (System.nanoTime() - begunNanos) / 1_000_000;
            ToolCall timed = conversation.updated(call).withSourceMillis(millis);
            Guarded guarded = course.answered(conversation.engine(), timed, result, asked);
            // what comes later is untouched now
            String task = guarded.pieces().isSameRange(result.bytes()) ? TaskStatus.begun(result.bytes()) : null;
            if (task != null) {
                conversation.tasks().add(task, quiet());
            }
            return guarded;
        }

        @Override
        public void failed(Slice error) {
            course.failed();
            conversation.engine().failed(call, error);
        }

        @Override
        public void abandoned() {
            course.abandoned();
        }

        @Override
        public void asks() {
            course.asks();
        }

        @Override
        public Slice instead(RefusedException why) {
            course.failed();
            return conversation.engine().refused(call, why).result();
        }
    }
}

package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Guarded;
import dev.plimsoll.Intake;
import dev.plimsoll.Question;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.proxy.Pending.Waiting;
import dev.plimsoll.gateway.proxy.Route.Arrival;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Pieces;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.view.ReadArguments;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of tools: a reading is answered here, everything else runs and has its result guarded. */
final class ToolsCall implements Endpoint {

    private static final int LONGEST_NAME = 1024;

    /** Every name under which a cursor may come. */
    private static final List<String> CURSORS = List.of("cursor", "continuation_token", "cursor_id", "next");

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
        return decided(request, params, name, arguments, conversation);
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
        return arguments != null && CURSORS.stream().anyMatch(name -> Members.get(arguments, name) != null);
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
        return policy.get(Policy.HEAVY) || (!ours && Admission.refused(call, conversation) != null);
    }

    static Route decided(
            Message request, Slice params, String name, @Nullable Slice arguments, Conversation conversation) {
        if (mustBeKnown(name, request, conversation)) {
            ToolsList.learn(request, conversation);
        }
        ListedTool tool = conversation.tools().get(name);
        ToolCall plain = conversation.call(name, request).withHints(tool == null ? ToolHints.UNSEEN : tool.hints());
        boolean reads = name.equals(plain.client().readTool());
        // the server may be another of our kind: what is not ours may be its
        boolean ours = reads
                && (tool == null || (arguments != null && conversation.engine().owns(plain, arguments)));
        Route refused = ours ? null : Admission.refused(plain, conversation);
        if (refused != null) {
            return refused;
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
        Intake.Forward forward = (Intake.Forward) intake;
        tooOften = Pace.ofTool(call, conversation);
        if (tooOften != null) {
            return tooOften;
        }
        if (forward.restarted()) {
            conversation.log().say(Level.WARN, "runs the tool again for a dead cursor", "tool", name);
        }
        Slice sent = forward.arguments();
        boolean taken = sent != null && (arguments == null || !sent.isSameRange(arguments));
        Slice changed = sent != null && taken ? ObjectEdit.with(params, "arguments", sent) : null;
        return new Route.Onward(changed, new Guarding(conversation, forward.call(), forward.asked()));
    }

    /**
     * The end of a call that ran.
     *
     * @param asked how its caller wants to see the result
     * @param begunNanos when it was sent on: style cursor goes by the time that the source takes
     */
    record Guarding(Conversation conversation, ToolCall call, ReadArguments asked, long begunNanos) implements Arrival {

        Guarding(Conversation conversation, ToolCall call, ReadArguments asked) {
            this(conversation, call, asked, System.nanoTime());
        }

        @Override
        public Slice of(Slice result) {
            return guarded(result).result();
        }

        @Override
        public @Nullable Pieces of(Slice result, Waiting waiting, Questions questions) {
            Guarded guarded = guarded(result);
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
            return new Guarding(conversation, call.withClient(call.client().asking(false)), asked, begunNanos);
        }

        private Guarded guarded(Slice result) {
            long millis = (System.nanoTime() - begunNanos) / 1_000_000;
            Guarded guarded = conversation.engine().guard(call.withSourceMillis(millis), result, asked);
            // what comes later is untouched now
            String task = guarded.pieces().isSameRange(result) ? TaskStatus.begun(result) : null;
            if (task != null) {
                conversation.tasks().add(task, quiet());
            }
            return guarded;
        }

        @Override
        public void failed(Slice error) {
            conversation.engine().failed(call, error);
        }

        @Override
        public Slice instead(RefusedException why) {
            return conversation.engine().refused(call, why).result();
        }
    }
}

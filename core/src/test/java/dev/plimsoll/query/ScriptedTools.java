package dev.plimsoll.query;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.program.CallAnswers;
import dev.plimsoll.query.program.PendingCall;
import dev.plimsoll.query.program.ProgramCall;
import dev.plimsoll.query.program.ProgramTools;
import dev.plimsoll.query.program.ToolAnswer;
import dev.plimsoll.query.program.ToolCallRules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Tools that exist only in memory, and a host that runs programs with them. */
final class ScriptedTools implements ProgramTools {

    private static final int MAX_ROUNDS = 2_000;

    private final boolean canRunAhead;
    private final List<String> calls = new ArrayList<>();
    private final List<Integer> rounds = new ArrayList<>();
    private int written;

    /**
     * Creates the tools.
     *
     * @param canRunAhead whether calls that the program is certain to make are made before the program needs their
     *     results
     */
    ScriptedTools(boolean canRunAhead) {
        this.canRunAhead = canRunAhead;
    }

    /** Returns the calls in the order in which they were made. */
    List<String> calls() {
        return calls;
    }

    /** Returns the number of calls that were made in parallel, for each time that the program waited. */
    List<Integer> rounds() {
        return rounds;
    }

    @Override
    public ToolCallRules callRules(String tool) {
        return new ToolCallRules(tool.startsWith("other") ? "other" : "main", tool.equals("put"), canRunAhead);
    }

    @Override
    public Slice list() {
        return Slice.of("[{\"name\": \"get\"}]");
    }

    /** Runs a program to its end, and returns its outputs or its error. */
    String run(String program, String input) {
        try {
            QueryOutputs outputs = runRounds(program, input);
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < outputs.count(); i++) {
                texts.add(outputs.get(i).utf8());
            }
            return String.join(" ", texts);
        } catch (RefusedException refused) {
            return refused.code() + " " + refused.getMessage();
        }
    }

    private QueryOutputs runRounds(String program, String input) {
        Program parsed = Program.parse(program, List.of());
        CallAnswers answers = new CallAnswers(1 << 20);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Program.Step step =
                    parsed.run(QueryInput.json(Slice.of(input), Instant.EPOCH), QueryLimits.DEFAULT, this, answers, 50);
            if (step instanceof Program.Step.Done done) {
                return done.outputs();
            }
            List<PendingCall> pending = ((Program.Step.CallsNeeded) step).calls();
            rounds.add(pending.size());
            for (PendingCall call : pending) {
                answers.add(call.call(), answer(call.call()));
            }
        }
        throw new AssertionError("the program does not end: " + program);
    }

    private ToolAnswer answer(ProgramCall call) {
        calls.add(call.tool() + call.arguments().utf8());
        Slice id = Members.get(call.arguments(), "id");
        int number = id == null || !Json.type(id).name().equals("NUMBER") ? 0 : (int) Double.parseDouble(id.utf8());
        return switch (call.tool()) {
            case "list" -> document("[{\"id\": 1}, {\"id\": 2}, {\"id\": 3}]");
            case "get", "other_get" -> document("{\"id\": " + (number + 10) + ", \"ok\": " + (number % 2 == 0) + "}");
            case "state" -> document("{\"written\": " + written + "}");
            case "put" -> document("{\"written\": " + ++written + "}");
            case "pages" -> document("[[1,2],[3]]");
            default -> ToolAnswer.failed("TOOL_ERROR", "no " + call.tool() + " " + number);
        };
    }

    private static ToolAnswer document(String json) {
        return new ToolAnswer(Slice.of(json), Slice.of(json), null);
    }
}

package dev.plimsoll.query.function;

import dev.plimsoll.query.node.CallNode;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.PathNode;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.program.CallRound;
import dev.plimsoll.query.program.ToolAnswer;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import java.util.List;

/** Functions of a program, which call tools. */
final class ProgramFunctions {

    private ProgramFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        for (int count = 1; count <= 2; count++) {
            functionLibrary.defineNative(
                    "call/" + count,
                    (evaluation, input, arguments) -> Value.document(
                            callTool(evaluation, arguments, false).document()));
            functionLibrary.defineNative(
                    "text/" + count,
                    (evaluation, input, arguments) -> StringValue.ofText(
                            callTool(evaluation, arguments, false).text()));
            functionLibrary.define("pages/" + count, ProgramFunctions::createPagesCall);
        }
        functionLibrary.defineNative(
                "tools/0", (evaluation, input, none) -> requireCalls(evaluation).tools());
    }

    private static QueryNode createPagesCall(List<QueryNode> arguments) {
        return new PathNode.Iterate(new CallNode.Native(
                (evaluation, input, values) ->
                        Value.document(callTool(evaluation, values, true).document()),
                arguments));
    }

    private static ToolAnswer callTool(Evaluation evaluation, Value[] arguments, boolean hasAllPages) {
        return requireCalls(evaluation)
                .answer(
                        arguments[0],
                        arguments.length == 1 ? null : arguments[1],
                        hasAllPages,
                        evaluation.hasCertainCalls(),
                        evaluation.meter());
    }

    private static CallRound requireCalls(Evaluation evaluation) {
        CallRound calls = evaluation.calls();
        if (calls == null) {
            throw new QueryError("tools can be called in programs only");
        }
        return calls;
    }
}

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
                    (evaluation, in, arguments) ->
                            Value.document(answer(evaluation, arguments, false).document()));
            functionLibrary.defineNative(
                    "text/" + count,
                    (evaluation, in, arguments) -> StringValue.ofText(
                            answer(evaluation, arguments, false).text()));
            functionLibrary.define("pages/" + count, ProgramFunctions::pages);
        }
        functionLibrary.defineNative(
                "tools/0", (evaluation, in, none) -> calls(evaluation).tools());
    }

    private static QueryNode pages(List<QueryNode> arguments) {
        return new PathNode.Iterate(new CallNode.Native(
                (evaluation, in, values) ->
                        Value.document(answer(evaluation, values, true).document()),
                arguments));
    }

    private static ToolAnswer answer(Evaluation evaluation, Value[] arguments, boolean allPages) {
        return calls(evaluation)
                .answer(
                        arguments[0],
                        arguments.length == 1 ? null : arguments[1],
                        allPages,
                        evaluation.isCertain(),
                        evaluation.meter());
    }

    private static CallRound calls(Evaluation evaluation) {
        CallRound calls = evaluation.calls();
        if (calls == null) {
            throw new QueryError("tools can be called in programs only");
        }
        return calls;
    }
}

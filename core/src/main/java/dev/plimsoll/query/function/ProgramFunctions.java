package dev.plimsoll.query.function;

import dev.plimsoll.query.node.CallNode;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.PathNode;
import dev.plimsoll.query.program.CallRound;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** Functions of a program, which call tools. */
final class ProgramFunctions {

    private interface ToolFunction {
        Value apply(CallRound calls, Value tool, @Nullable Value arguments, QueryMeter queryMeter);
    }

    private ProgramFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        define("call", CallRound::document, functionLibrary);
        define("text", CallRound::text, functionLibrary);
        for (int count = 1; count <= 2; count++) {
            String name = "pages/" + count;
            functionLibrary.define(
                    name,
                    arguments -> new PathNode.Iterate(
                            new CallNode.Native(name, implementation(CallRound::pages), arguments)));
        }
        functionLibrary.defineNative(
                "tools/0", (evaluation, in, none) -> calls(evaluation).tools());
    }

    private static void define(String name, ToolFunction function, FunctionLibrary functionLibrary) {
        functionLibrary.defineNative(name + "/1", implementation(function));
        functionLibrary.defineNative(name + "/2", implementation(function));
    }

    private static CallNode.Native.Implementation implementation(ToolFunction function) {
        return (evaluation, in, arguments) -> function.apply(
                calls(evaluation), arguments[0], arguments.length == 1 ? null : arguments[1], evaluation.meter());
    }

    private static CallRound calls(Evaluation evaluation) {
        CallRound calls = evaluation.calls();
        if (calls == null) {
            throw new QueryError("tools can be called in programs only");
        }
        return calls;
    }
}

package dev.plimsoll.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.PropertyCases;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that a program has the same outputs whether its calls are made ahead, several at once, or one by
 * one in order. */
class ProgramOrderTest {

    @Test
    void callsMadeAheadGiveTheOutputsOfCallsInOrder() {
        PropertyCases.check(
                3_000,
                38,
                (random, size) -> new GeneratedPrograms(random).program(1 + size / 25),
                ProgramOrderTest::checkOutputs);
    }

    private static void checkOutputs(String program) {
        ScriptedTools ahead = new ScriptedTools(true);
        ScriptedTools inOrder = new ScriptedTools(false);
        String outputs = inOrder.run(program, "{\"id\": 1}");
        assertThat(ahead.run(program, "{\"id\": 1}")).as(program).isEqualTo(outputs);
        assertThat(writeCalls(ahead)).as(program).isEqualTo(writeCalls(inOrder));
        if (!program.contains("error") && !program.contains("fail") && !program.contains("?")) {
            boolean hasFailed = outputs.startsWith("QUERY_");
            if (!hasFailed && !program.contains("try")) {
                // without errors, calls ahead are exactly those that the program makes
                assertThat(new HashSet<>(ahead.calls())).as(program).isEqualTo(new HashSet<>(inOrder.calls()));
            }
        }
        assertThat(ahead.rounds().size()).isLessThanOrEqualTo(inOrder.rounds().size());
    }

    private static List<String> writeCalls(ScriptedTools tools) {
        return tools.calls().stream().filter(call -> call.startsWith("put")).toList();
    }
}

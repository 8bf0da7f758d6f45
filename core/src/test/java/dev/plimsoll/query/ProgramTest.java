package dev.plimsoll.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramTest {

    /** Each line has a program, its outputs, and the number of calls that were made at once, for each time
     * the program waited. */
    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            call("list") | length                                       ~ 3                       ~ 1
            [1,2] | map(call("get"; {id: .}).id)                        ~ [11,12]                 ~ 2
            [1,2][] | call("get"; {id: .}).id                           ~ 11 12                   ~ 2
            {a: call("get"; {id: 1}).id, b: call("get"; {id: 2}).id}      ~ {"a":11,"b":12}         ~ 2
            [3,1,2] | sort_by(call("get"; {id: .}).id)                  ~ [1,2,3]                 ~ 3
            [1,2,3] | group_by(call("get"; {id: .}).ok)                 ~ [[1,3],[2]]             ~ 3
            [1,2,3] | count_by(call("get"; {id: .}).ok)                 ~ {"false":2,"true":1}    ~ 3
            [1,2,3] | max_by(call("get"; {id: .}).id)                   ~ 3                       ~ 3
            [1,2,3][] | select(call("get"; {id: .}).ok)                 ~ 2                       ~ 3
            [1,2][] as $x | call("get"; {id: $x}).id                    ~ 11 12                   ~ 2
            [call("get"; {id: 1}), call("get"; {id: 2})] | length       ~ 2                       ~ 2
            add([1,2][] | call("get"; {id: .}).id)                      ~ 23                      ~ 2
            [range(4) | call("get"; {id: .}).id]                        ~ [10,11,12,13]           ~ 4
            call("list")[] | call("get"; {id: .id}).id                  ~ 11 12 13                ~ 1,3
            [1,2][] | select(. > 0) | call("get"; {id: .}).id         ~ 11 12                   ~ 2
            [limit(2; [1,2,3][]) | call("get"; {id: .}).id]             ~ [11,12]                 ~ 2
            first([1,2,3][] | call("get"; {id: .}).id)                  ~ 11                      ~ 1
            [limit(2; [1,2,3][] | call("get"; {id: .}).id)]             ~ [11,12]                 ~ 1,1
            reduce [1,2][] as $x (0; . + call("get"; {id: $x}).id)        ~ 23                      ~ 1,1
            if true then [1,2][] | call("get"; {id: .}).id else 0 end   ~ 11 12                   ~ 1,1
            null // ([1,2][] | call("get"; {id: .}).id)                 ~ 11 12                   ~ 1,1
            def f: call("get"; {id: .}).id; [1,2][] | f                 ~ 11 12                   ~ 1,1
            [1,2][] | (. > 1 and call("get"; {id: .}).ok)               ~ false true              ~ 1
            any([2,4][]; call("get"; {id: .}).ok)                         ~ true                    ~ 1
            [call("put"; {id: 1}), call("put"; {id: 1})] | map(.written)~ [1,2]                   ~ 1,1
            [call("state"), call("put"), call("state")] | map(.written) ~ [0,1,1]                 ~ 1,1,1
            [call("get"; {id: 1}), call("get"; {id: 1})] | length       ~ 2                       ~ 1
            [call("get"; {id: 1, x: null}), call("get"; {id: 1})] | length ~ 2                    ~ 1
            [call("get"; {a: 1, b: 2}), call("get"; {b: 2, a: 1})] | length ~ 2                   ~ 1
            [1,2][] | try call("fail"; {id: .}) catch .code             ~ "TOOL_ERROR" "TOOL_ERROR" ~ 2
            [pages("pages")]                                              ~ [[1,2],[3]]             ~ 1
            [pages("pages")[]] | add                                    ~ 6                       ~ 1
            tools[0].name                                                 ~ "get"                   ~ ``
            text("list") | length                                       ~ 33                      ~ 1
            """)
    void makesCallsAheadOnlyWhereTheyAreCertain(String program, String outputs, String rounds) {
        ScriptedTools tools = new ScriptedTools(true);
        assertThat(tools.run(program, "null")).isEqualTo(outputs);
        assertThat(tools.rounds().toString().replaceAll("[\\[\\] ]", "")).isEqualTo(rounds == null ? "" : rounds);
    }

    @Test
    void makesNoCallAheadOfAWrite() {
        ScriptedTools tools = new ScriptedTools(true);
        tools.run("[1,2] | map({a: call(\"state\"), b: call(\"put\"; {id: .})})", "null");
        assertThat(tools.calls()).containsExactly("state{}", "put{\"id\":1}", "state{}", "put{\"id\":2}");
    }

    @Test
    void reusesAnswersOfOtherServersAfterAWrite() {
        ScriptedTools tools = new ScriptedTools(true);
        tools.run("call(\"other_get\"; {id: 1}), call(\"put\"), call(\"other_get\"; {id: 1})", "null");
        assertThat(tools.calls()).containsExactly("other_get{\"id\":1}", "put{}");
    }

    @Test
    void errorNamesTheFailedCallAndItsPosition() {
        assertThat(new ScriptedTools(true).run("[1]\n| map(call(\"fail\"; {id: .}))", "null"))
                .isEqualTo("TOOL_ERROR program: the call of fail failed, at line 2, character 7: no fail 1");
    }

    @Test
    void aCaughtErrorDescribesTheCall() {
        assertThat(new ScriptedTools(true).run("try call(\"fail\"; {id: 7}) catch .", "null"))
                .isEqualTo(
                        "{\"code\":\"TOOL_ERROR\",\"message\":\"no fail 7\",\"tool\":\"fail\",\"arguments\":{\"id\":7}}");
    }

    @Test
    void wrongArgumentsAreErrors() {
        assertThat(new ScriptedTools(true).run("call(1)", "null"))
                .contains("program: number (1) is not the name of a tool");
        assertThat(new ScriptedTools(true).run("call(\"get\"; [1])", "null"))
                .contains("cannot be the arguments of get, as it is not an object");
    }

    @Test
    void syntaxErrorsHaveLineAndColumn() {
        assertThat(new ScriptedTools(true).run("call(\"get\")\n| foo(1)", "null"))
                .startsWith("QUERY_INVALID program: foo/1 is not defined at line 2, character 3");
    }

    @Test
    void queriesCannotCallTools() {
        assertThat(new ScriptedTools(true).run("tools | length", "null")).isEqualTo("1");
        assertThatThrownBy(() -> Query.parse("tools | length")).hasMessageContaining("tools/0 is not defined");
    }
}

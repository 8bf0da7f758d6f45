package dev.plimsoll.gateway.handle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaCheckTest {

    /**
     * Returns the problem of a value, or the text {@code null} if the value matches the schema. The value and the
     * schema are JSON with single quotes.
     */
    private static String findProblemText(String schema, String value) {
        Slice root = Slice.of(schema.replace('\'', '"'));
        return String.valueOf(new SchemaCheck(root).findProblem(Slice.of(value.replace('\'', '"')), root));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | {'a':[1]}",
                "{'type':['array','null']} | null",
                "{'type':'integer'} | 1.0",
                "{'enum':['a',1]} | 1.0",
                "{'anyOf':[{'type':'string'},{'type':'array'}]} | []",
                "{'$defs':{'n':{'type':'object','properties':{'next':{'$ref':'#/$defs/n'}}}},'$ref':'#/$defs/n'} | {'next':{'next':{}}}",
                "{'additionalProperties':{'type':'number'}} | {'a':1}",
                "{'patternProperties':{'^x-':{'type':'string'}},'additionalProperties':{'type':'number'}} | {'x-a':'b'}",
                "{'patternProperties':{'^x-':{'type':'string'}},'additionalProperties':false} | {'x-a':'b'}",
                "{'minLength':2,'maxLength':2} | '😀😀'",
                "{'$ref':'https://example.org/schema'} | 1",
                "{'$ref':'#'} | 1",
                "true | 1",
            })
    void acceptsValuesThatMatchTheSchema(String schema, String value) {
        assertThat(findProblemText(schema, value)).isEqualTo("null");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':['array','null']} | 'x' | is a string, but the schema requires",
                "{'type':'integer'} | 1.5 | is not an integer",
                "{'enum':['a',1]} | 'b' | is not one of",
                "{'const':'a'} | 'b' | is not",
                "{'anyOf':[{'type':'string'},{'type':'array'}]} | {} | satisfies none of the schemas in anyOf",
                "{'allOf':[{'required':['a']}]} | {} | has no member a",
                "{'properties':{'a':{}},'additionalProperties':false} | {'a':1,'b':1} | has the member b",
                "{'items':{'items':{'type':'string'}}} | [['a'],['b',1]] | has a value at /1/1 that is a number",
                "{'minItems':2} | [1] | has a number of items of 1, and minItems is 2",
                "{'maximum':1e2} | 101 | is 101, and maximum is",
                "{'maxLength':1} | 'ab' | has a length of 2, and maxLength is 1",
                "{'$defs':{'n':{'type':'object','properties':{'next':{'$ref':'#/$defs/n'}}}},'$ref':'#/$defs/n'} | {'next':{'next':1}} | at /next/next",
            })
    void findsProblemsOfValuesThatDoNotMatch(String schema, String value, String problem) {
        assertThat(findProblemText(schema, value)).contains(problem);
    }

    /**
     * Checks that schemas are evaluated quickly although their references can be followed without end, or in
     * 2^40 ways.
     */
    @Test
    void evaluatesRecursiveReferencesInLimitedTime() {
        String selfReference = "{'$ref':'#/$defs/n','$defs':{'n':{'anyOf':[{'$ref':'#/$defs/n'},{'type':'string'}]}}}";
        String doubleReference =
                "{'$ref':'#/$defs/n','$defs':{'n':{'allOf':[{'$ref':'#/$defs/n'},{'$ref':'#/$defs/n'}]}}}";
        StringBuilder binaryTree = new StringBuilder("{'$ref':'#/$defs/a0','$defs':{");
        for (int i = 0; i < 40; i++) {
            String nextReference = "{'$ref':'#/$defs/a" + (i + 1) + "'}";
            binaryTree.append("'a" + i + "':{'anyOf':[" + nextReference + "," + nextReference + "]},");
        }
        binaryTree.append("'a40':{'type':'null'}}}");
        for (String schema : List.of(selfReference, doubleReference, binaryTree.toString())) {
            Slice root = Slice.of(schema.replace('\'', '"'));
            assertThat(new SchemaCheck(root).isAllowed(root, JsonType.OBJECT)).isTrue();
            assertThat(new SchemaCheck(root).findProblem(Slice.of("{}"), root)).isNull();
        }
    }

    @Test
    void findsNoSchemaOfAMemberThatMayMatchAPattern() {
        Slice closed = Slice.of("{'additionalProperties':{'type':'number'}}".replace('\'', '"'));
        Slice withPatterns = Slice.of(
                "{'patternProperties':{'^x-':{}},'additionalProperties':{'type':'number'}}".replace('\'', '"'));
        assertThat(new SchemaCheck(closed).findMember(closed, "x-a")).isNotNull();
        assertThat(new SchemaCheck(withPatterns).findMember(withPatterns, "x-a"))
                .isNull();
    }

    @Test
    void problemsContainOnlyTheBeginningOfLongNames() {
        String name = "n".repeat(100_000);
        assertThat(findProblemText("{'additionalProperties':false}", "{'" + name + "':1}"))
                .contains("has the member nnn")
                .hasSizeLessThan(300);
    }
}

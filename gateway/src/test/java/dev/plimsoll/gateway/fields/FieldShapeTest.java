package dev.plimsoll.gateway.fields;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldShapeTest {

    private static String shape(String json) {
        return FieldShape.of(Slice.of(json)).utf8();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1                                              | "number"
            [{"a":1,"b":"x"},{"a":null,"c":true}]          | [{"a":"null or number","b":"string","c":"boolean"}]
            {"user":{"login":"ann"},"labels":[{"name":"x"}]} | {"user":{"login":"string"},"labels":[{"name":"string"}]}
            []                                             | ["unknown"]
            {"anna@example.com":{"n":1},"bob@example.com":{"n":2}} | {"*":{"n":"number"}}
            {"ann":{"n":1},"bob":{"n":2},"cid":{"n":3}}    | {"*":{"n":"number"}}
            {"u1029384":{"n":1}}                           | {"*":{"n":"number"}}
            [{"a":1},"x",[true]]                           | [{"anyOf":["string",{"a":"number"},["boolean"]]}]
            {"anyOf":[1]}                                  | {"anyOf":["number"]}
            """)
    void hasNamesAndTypesButNoData(String json, String expected) {
        assertThat(shape(json)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1                 | 2                 | "number"
            "x"               | {"a":1}           | {"anyOf":["string",{"a":"number"}]}
            [{"a":1}]         | [{"b":"x"}]       | [{"a":"number","b":"string"}]
            []                | [1]               | ["number"]
            {"a":{"b":1}}     | {"a":{"b":null}}  | {"a":{"b":"null or number"}}
            {"anyOf":[1]}     | {"anyOf":["x"]}   | {"anyOf":["number or string"]}
            [1,{"a":[]}]      | [[2],{"a":"x"}]   | [{"anyOf":["number",{"a":{"anyOf":["string",["unknown"]]}},["number"]]}]
            """)
    void theUnionHasTheShapesOfBoth(String first, String second, String expected) {
        Slice firstShape = FieldShape.of(Slice.of(first));
        Slice secondShape = FieldShape.of(Slice.of(second));
        assertThat(FieldShape.merge(firstShape, secondShape).utf8()).isEqualTo(expected);
        assertThat(FieldShape.merge(firstShape, firstShape)).isEqualTo(firstShape);
    }

    @Test
    void longObjectsAndDeepValuesAreCut() {
        StringBuilder wide = new StringBuilder("{");
        for (char a = 'a'; a <= 'z'; a++) {
            wide.append("\"x").append(a).append("\":1,\"y").append(a).append("\":2,");
        }
        wide.setCharAt(wide.length() - 1, '}');
        assertThat(shape(wide.toString())).contains("\"*\":\"number\"").doesNotContain("\"xz\"");
        assertThat(shape("[".repeat(30) + "1" + "]".repeat(30))).isEqualTo("[[[[[[\"array\"]]]]]]");
    }
}

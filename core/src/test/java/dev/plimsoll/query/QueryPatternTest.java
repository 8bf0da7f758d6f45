package dev.plimsoll.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class QueryPatternTest {

    private static final Pattern LITERAL = Pattern.compile("\"[^\"]*\"|[0-9.]+");

    private static QueryPattern pattern(String query) {
        return Objects.requireNonNull(QueryPattern.of(query, Map.of()), query);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                ".[]|select(.owner==\"ann@x\" and .days>100)|{id,\"first name\":.name,\"x\":1} ~"
                        + " .[] | select(.owner == $owner and .days > $days) | {id, ($text): .name, x: 1}",
                "map(select(.title|test(\"foo\";\"i\")))|length ~ map(select(.title | test($title; \"i\"))) | length",
                "[.[]|select(.a==\"x\" or \"x\"==.a)][:5] ~ [.[] | select(.a == $a or $a == .a)][: 5]",
                ".\"foo\".\"a b\" ~ .foo.[$text]",
                "if .a==\"q\" then 1 else .b end ~ if .a == $a then 1 else .b end",
                ". as {\"a\": $x} | $x # note ~ . as{a: $x} | $x",
                ".x as [$text,$b] | $text, \"v\" ~ .x as[$text, $b] | $text, $text_2",
                "[.[].n]|add/length ~ [.[].n] | add / length",
                ".a - 1 ~ .a-1",
                "[.n, 12, 123, 1.5] ~ [.n, 12, $number, $number_2]",
                "walk(if type==\"object\" then del(.x) else . end) ~ walk(if type == \"object\" then del(.x) else . end)",
                ".a // \"none\" | join(\", \") ~ .a // $text | join(\", \")",
            })
    void literalsBecomeVariables(String query, String expected) {
        QueryPattern queryPattern = pattern(query);
        assertThat(queryPattern.text()).isEqualTo(expected);
        assertThat(QueryPattern.of(expected, queryPattern.parameters())).isEqualTo(queryPattern);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a \\(.x)\"", "@csv \"x\"", "$orders | length", ".[", "call(\"x\")"})
    void queriesThatCannotBeParsedOrStoredHaveNoPattern(String query) {
        assertThat(QueryPattern.of(query, Map.of())).isNull();
    }

    @Test
    void variablesOfTheCallerStay() {
        QueryPattern queryPattern = Objects.requireNonNull(
                QueryPattern.of(".[] | select(.owner == $owner and .id == 2500)", Map.of("owner", "string")));
        assertThat(queryPattern.text()).isEqualTo(".[] | select(.owner == $owner and .id == $id)");
        assertThat(queryPattern.parameters()).containsOnly(Map.entry("id", "number"), Map.entry("owner", "string"));
    }

    /**
     * Checks that a pattern contains no values of its query, and that it has the outputs of the query if its parameters
     * get these values.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                ".[]|select(.name==\"Secret One\")|.n ~ \"Secret One\"",
                "map(select(.n>1000)) | length ~ 1000",
                "[.[] | {\"k\": .name, \"the key\": (.n + 12345)}] ~ \"the key\" 12345",
                "group_by(.name) | map({name:.[0].name, n: length}) ~ ``",
                "[.[]|.name // \"x\"|sub(\"Secret\";\"Public\")] ~ \"x\" \"Secret\" \"Public\"",
                "first(.[]|select(.n==2500))|.\"name\" ~ 2500",
                "[limit(2;.[]|.n*1.25)] ~ 1.25",
                "reduce .[] as $r (0; . + $r.n) - 1000 ~ 1000",
                "[.[] | if .n >= 2500 and (.name | startswith(\"Secret\")) then .n else -1 end] ~ 2500 \"Secret\"",
                "[.[]|select(.name|IN(\"Secret One\",\"Two\"))|.n] ~ \"Secret One\" \"Two\"",
                "def f($a): . + $a; .[0].n | f(4000) ~ 4000",
                "[.[].n] | (add / length) // 0 ~ ``",
                "[.[] | .n as $n | $n % 7, ($n|tostring) + \"x y\"] ~ \"x y\"",
                "try error(\"Secret\") catch . ~ \"Secret\"",
                "[.. | numbers | select(. != 2500)] ~ 2500",
                "label $out | .[] | if .n > 2000 then .n, break $out else empty end ~ 2000",
                "[.[] | .name? // \"no name\"] ~ \"no name\"",
                "path(.[0].\"name\") ~ ``",
            })
    void patternsContainNoValuesAndGiveTheOutputsOfTheQuery(String query, @Nullable String literals) {
        Slice document = Slice.of("[{\"name\":\"Secret One\",\"n\":1000},{\"name\":\"Two\",\"n\":2500},{\"n\":3}]");
        QueryPattern found = pattern(query);
        assertThat(found.text()).doesNotContain("Secret", "2500", "1000", "Two");
        Matcher values = LITERAL.matcher(literals == null ? "" : literals);
        Map<String, QueryInput.Source> variables = new HashMap<>();
        for (String name : found.parameters().keySet()) {
            assertThat(values.find()).isTrue();
            variables.put(name, new QueryInput.Source(Slice.of(values.group()), false));
        }
        assertThat(values.find()).isFalse();
        QueryInput input = QueryInput.json(document, Instant.EPOCH);
        assertThat(outputs(Query.parse(Map.of("", found.text()), variables.keySet()), input.withVariables(variables)))
                .isEqualTo(outputs(Query.parse(query), input));
    }

    private static List<String> outputs(Query query, QueryInput input) {
        QueryOutputs outputs = query.run(input, QueryLimits.DEFAULT);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < outputs.count(); i++) {
            texts.add(outputs.get(i).utf8());
        }
        return texts;
    }
}

package dev.plimsoll.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.query.warning.ServerTruncation;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the warnings about valid queries that probably do not mean what they say, and that correct queries
 * have no warnings. */
@NullMarked
class QueryWarningsTest {

    /** Six issues. Prices are texts of different lengths, days are texts of equal length, and three issues have 39
     * comments. */
    private static final String ISSUES = """
            {"total": 6, "issues": [
              {"id": 1, "state": "OPEN",   "price": "9.5",   "day": "20260101", "comments": 39, "user": {"login": "ann"}, "labels": ["bug"]},
              {"id": 2, "state": "OPEN",   "price": "10",    "day": "20260102", "comments": 39, "user": {"login": "bo"},  "labels": []},
              {"id": 3, "state": "CLOSED", "price": "100",   "day": "20260103", "comments": 39, "user": {"login": "cy"},  "labels": ["bug", "ui"]},
              {"id": 4, "state": "OPEN",   "price": "7",     "day": "20260104", "comments": 2,  "user": {"login": "di"},  "labels": ["ui"]},
              {"id": 5, "state": "CLOSED", "price": "1000",  "day": "20260105", "comments": 1,  "user": {"login": "ed"},  "labels": []},
              {"id": 6, "state": "OPEN",   "price": "12.25", "day": "20260106", "comments": 0,  "user": {"login": "flo"}, "labels": []}
            ]}""";

    private static List<String> warnings(String document, String expression, @Nullable ServerTruncation truncation) {
        QueryInput input = QueryInput.json(Slice.of(document), Instant.EPOCH).withTruncation(truncation);
        return Query.parse(expression).run(input, QueryLimits.DEFAULT).warnings();
    }

    private static List<String> warnings(String expression) {
        return warnings(ISSUES, expression, null);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            .issues | map(.statu)                             => no record has "statu"; did you mean "state"?
            .issues | map({id, statu})                        => no record has "statu"; did you mean "state"?
            [.issues[] | select(.statu == "OPEN")] | length   => no record has "statu"; did you mean "state"?
            .issues | group_by(.statu) | map({n: length})     => no record has "statu"; did you mean "state"?
            .issues | sort_by(.coments)                       => no record has "coments"; did you mean "comments"?
            .issues | map(.user.logn)                         => no record has "logn"; did you mean "login"?
            .issues as [$first] | $first.statu                => no record has "statu"; did you mean "state"?
            .issues[] as {statu: $s} | $s                     => no record has "statu"; did you mean "state"?
            [.issues[] as $i | $i.statu]                      => no record has "statu"; did you mean "state"?
            .issues | first | .titel                          => no record has "titel"; there is id, state, price, day, comments, user, labels
            .totl                                             => there is no "totl"; did you mean "total"?
            """)
    void namesFieldsThatDoNotExist(String expression, String warning) {
        assertThat(warnings(expression)).containsExactly(warning);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            .issues | map(select(.price > 10))          => price is text in all 6 records; use tonumber
            .issues | map(select(.price > "10"))        => price is text in all 6 records; use tonumber
            .issues | map(select(10 < .price))          => price is text in all 6 records; use tonumber
            .issues | sort_by(.price) | map(.id)        => price is text in all 6 records; use tonumber
            .issues | max_by(.price).id                 => price is text in all 6 records; use tonumber
            .issues | map(.price) | max                 => price is text in all 6 records; use tonumber
            .issues | map(.price) | add                 => price is text in all 6 records; use tonumber
            add(.issues[].price)                        => price is text in all 6 records; use tonumber
            .issues | map(select(.price == 10))         => price is text in all 6 records; use tonumber
            .issues | map(.price + .day)                => price is text in all 6 records; use tonumber
            .issues | map(select(.day > 20260103))      => day is text in all 6 records; use tonumber
            """)
    void namesTextThatLooksLikeNumbers(String expression, String warning) {
        assertThat(warnings(expression)).contains(warning);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            .issues | map(select(.state == "open"))     => state is never "open"; it is OPEN 4, CLOSED 2
            .issues | map(select("open" == .state))     => state is never "open"; it is OPEN 4, CLOSED 2
            .issues | map(select(.state != "open"))     => state is never "open"; it is OPEN 4, CLOSED 2
            .issues | any(.state == "done")             => state is never "done"; it is OPEN 4, CLOSED 2
            .issues | map(select(.labels == "bug"))     => labels is never "bug"; it is an array in all 6 records
            [.issues[].labels[] | select(. == "Bug")]   => each item is never "Bug"; it is bug 2, ui 2
            .issues | map(select(.id == "5"))           => id is never "5"; it is a number in all 6 records
            .issues | map(select(.user.login == "an"))  => user.login is never "an"; it is ann 1, bo 1, cy 1, di 1, ed 1, flo 1
            .total == 7                                 => total is never 7; it is 6
            """)
    void namesValuesThatNeverOccur(String expression, String warning) {
        assertThat(warnings(expression)).containsExactly(warning);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            .issues | map(select(.state | test("open")))         => state never contains "open"; it is OPEN 4, CLOSED 2
            .issues | map(select(.state | test("done"; "i")))    => state never contains "done"; it is OPEN 4, CLOSED 2
            .issues | map(select(.state | contains("open")))     => state never contains "open"; it is OPEN 4, CLOSED 2
            .issues | map(select(.state | startswith("open")))   => state never begins with "open"; it is OPEN 4, CLOSED 2
            .issues | map(select(.state | endswith("EN ")))      => state never ends with "EN "; it is OPEN 4, CLOSED 2
            .issues | map(select(.state | index("open")))        => state never contains "open"; it is OPEN 4, CLOSED 2
            .issues | map(select(.state | inside("open done")))  => state is never inside "open done"; it is OPEN 4, CLOSED 2
            .issues | map(select(.state | inside("OPEN DONE")))  => none
            .issues | map(select((.state | ascii_downcase) == "OPEN")) => ascii_downcase never returns "OPEN"; use "open"
            .issues | map(select(.state | ascii_upcase | startswith("op"))) => ascii_upcase never returns "op"; use "OP"
            .issues | map(select((.state | ascii_downcase) == "open")) => none
            .issues | map(select(.state | IN("open")))           => state is never "open"; it is OPEN 4, CLOSED 2
            .issues | map(select(.state | IN("done", "OPEN")))   => none
            .issues | map(select(.state == ("done", "OPEN")))    => none
            .issues | map(select(.state | IN("done", "o" + "k")))     => none
            .issues | map(select(.state | test("open"; "i")))    => none
            .issues | map(select(.state | test("open|OPEN")))    => none
            .issues | map(select(.state | test("^open")))        => none
            .issues | map(select(.labels | contains(["BUG"])))   => none
            .issues | map(select((.state | test("open")) or .id == 1)) => none
            """)
    void namesTextThatNoValueContains(String expression, String warning) {
        assertThat(warnings(expression)).isEqualTo(warning.equals("none") ? List.of() : List.of(warning));
    }

    @Test
    void textMissingFromManyValuesWarnsOnlyIfItOccursInAnotherCase() {
        StringBuilder titles = new StringBuilder("[");
        for (int i = 0; i < 100; i++) {
            titles.append(i == 0 ? "" : ",")
                    .append("{\"title\": \"Rate Limit ")
                    .append(i)
                    .append("\"}");
        }
        String document = titles.append("]").toString();

        assertThat(warnings(document, "map(select(.title | test(\"rate limit\")))", null))
                .containsExactly("title never contains \"rate limit\"; 100 records do in another case");
        assertThat(warnings(document, "map(select(.title | test(\"timeout\")))", null))
                .isEmpty();
    }

    @Test
    void warningsOfNamedExpressionsNameThem() {
        Map<String, String> expressions = new LinkedHashMap<>();
        expressions.put("open", ".issues | map(select(.state == \"open\" or .state == \"new\")) | length");
        expressions.put("names", ".issues | map(.nam)");
        expressions.put("either", ".issues | map(select(.state == \"open\" or .state == \"OPEN\")) | length");
        expressions.put("again", ".issues | map(select(.state == \"new\")) | length");
        expressions.put("all", ".issues | length");

        QueryInput input = QueryInput.json(Slice.of(ISSUES), Instant.EPOCH);
        List<String> warnings = Query.parse(expressions, List.of())
                .run(input, QueryLimits.DEFAULT)
                .warnings();

        assertThat(warnings)
                .containsExactly(
                        "names: no record has \"nam\"; there is id, state, price, day, comments, user, labels",
                        "open: state is never \"open\"; it is OPEN 4, CLOSED 2",
                        "open, again: state is never \"new\"; it is OPEN 4, CLOSED 2");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            .issues | max_by(.comments).id                       => 2 more records have comments = 39
            .issues | min_by(.state).id                          => 1 more record has state = "CLOSED"
            .issues | sort_by(-.comments) | .[:2]                => 1 more record has comments = 39
            .issues | sort_by(-.comments)[:1]                    => 2 more records have comments = 39
            .issues | sort_by(.comments) | reverse | .[:2]       => 1 more record has comments = 39
            .issues | sort_by(.comments) | .[-2:]                => 1 more record has comments = 39
            .issues | sort_by(-.comments) | map({id}) | .[:2]    => 1 more record has comments = 39
            .issues | sort_by(-.comments) | first | .id          => 2 more records have comments = 39
            .issues | sort_by(-.comments)[0].id                  => 2 more records have comments = 39
            .issues | sort_by(.comments) | last | .id            => 2 more records have comments = 39
            [.issues | sort_by(-.comments) | limit(2; .[])]      => 1 more record has comments = 39
            .issues | first(sort_by(-.comments)[]) | .id         => 2 more records have comments = 39
            .issues | sort_by(.labels | length) | .[:2]          => 1 more record has (.labels | length) = 0
            .issues | sort_by(.state, .labels == []) | .[:1]     => none
            """)
    void countsOmittedRecordsWithTheSortKeyOfAReturnedRecord(String expression, String warning) {
        assertThat(warnings(expression))
                .containsExactlyElementsOf(warning.equals("none") ? List.of() : List.of(warning));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // names that the query creates or tests
                ".issues | map({number: .id}) | map(.number)",
                ".issues | map({(.state): .id}) | add | .DONE",
                ".issues | map(.age = 3) | map(.age)",
                ".issues | map(. + {age: 3}) | sort_by(.age)",
                ".issues | map(.statu?)",
                ".issues | map(.statu // \"none\")",
                ".issues | map(select(has(\"statu\"))) | map(.statu)",
                ".issues | map(try .statu catch 1)",
                ".issues | map(to_entries) | map(.[0].key)",
                ".issues | group_by(.state) | map({state: .[0].state, n: length}) | map(.n)",
                ".issues | count_by(.state) | .open",
                ".issues | map(.user | tojson | fromjson | .nam)",
                ".issues | map(\"x=1\" | capture(\"(?<key>.)=(?<val>.)\") | .val)",
                ".issues | INDEX(.id) | .[\"9\"]",
                ".issues | map(with_entries(.value = 1)) | map(.zzz)",
                "[paths] | length",
                "[.. | .login? // empty]",
                "[.. | objects | .logn]",
                "reduce .issues[] as $i ({}; .sum += $i.id) | .sum",
                "def f(x): [x]; f(.issues[].statu)",
                ".issues | map(del(.statu))",
                // correct comparisons
                ".issues | map(select(.state == \"OPEN\"))",
                ".issues | map(select(.state == \"open\" or .state == \"OPEN\"))",
                ".issues | map(if .state == \"OPEN\" then 1 elif .state == \"done\" then 2 else 3 end)",
                ".issues | map(select(.state | ascii_downcase == \"open\"))",
                ".issues | map(select(.labels == []))",
                ".issues | map(select(.id == 1.0))",
                ".issues | map(select(.day[:4] == \"2026\"))",
                ".issues | map(select(.state == null))",
                ".issues | map(select(.labels | index(\"x\")))",
                // correct numbers
                ".issues | map(.price | tonumber) | add",
                ".issues | sort_by(.price | tonumber) | map(.id)",
                ".issues | map(select((.price | tonumber) > 10))",
                ".issues | sort_by(.day) | map(.id)",
                ".issues | map(select(.day > \"20260103\"))",
                ".issues | map(select(.price == \"10\"))",
                ".issues | map(.price) | unique",
                ".issues | group_by(.price) | length",
                ".issues | sort_by(.state) | map(.id)",
                ".issues | map(\"no. \" + .price)",
                // correct cuts
                ".issues | sort_by(-.comments) | .[:3]",
                ".issues | sort_by(.comments) | .[:3]",
                ".issues | sort_by(.comments) | .[:100]",
                ".issues | sort_by(.comments) | .[6:]",
                ".issues | sort_by(.comments) | .[100:]",
                ".issues | min_by(.comments).id",
                ".issues | map(.comments) | max",
                ".issues | sort_by(-.comments) | map(.id)",
                ".issues | .[:2]",
                ".issues | first | .id",
                ".issues | group_by(.state) | map(max_by(.comments).id)",
                "[.issues | sort_by(-.comments) | .[] | select(.id > 1)] | .[:1]",
                "[limit(2; .issues[])]",
                // counts of complete data
                ".issues | length",
                ".total",
                "."
            })
    void correctQueriesHaveNoWarning(String expression) {
        assertThat(warnings(expression)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".issues | length",
                "[.issues[] | select(.id > 2)] | length",
                ".issues | map(.id) | add",
                ".issues | count_by(.state)",
                ".issues | group_by(.state) | map({n: length})",
                ".issues | map(.id) | median",
                ".issues | min_by(.id).id",
                "add(.issues[].id)"
            })
    void warnsIfAQueryCountsAListThatTheServerTruncated(String expression) {
        ServerTruncation truncation =
                new ServerTruncation("the upstream says: Results limited to 6 rows", List.of("issues"));

        assertThat(warnings(ISSUES, expression, truncation)).containsExactly(truncation.sentence());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".issues | map(.id)",
                ".issues | map({id, labels: (.labels | length)})",
                ".issues | map(select(.state | length > 4)) | map(.id)",
                "\"abc\" | length",
                "[1, 2] | add",
                ".issues[0]"
            })
    void doesNotWarnOfATruncatedListIfAQueryCountsNothing(String expression) {
        assertThat(warnings(ISSUES, expression, new ServerTruncation("cut", List.of("issues"))))
                .isEmpty();
    }

    @Test
    void doesNotWarnOfFieldsOfEmptyLists() {
        assertThat(warnings("{\"issues\": []}", ".issues | map(.statu)", null)).isEmpty();
        assertThat(warnings("[[], []]", ".[] | map(select(.a == 1))", null)).isEmpty();
    }

    @Test
    void doesNotWarnOfNamesThatOccurAnywhereInTheDocument() {
        assertThat(warnings(".issues | map(.login)")).isEmpty();
        assertThat(warnings("[{\"\\u0073tatu\": 1}]", "map(.statu)", null)).isEmpty();
        assertThat(warnings("[{\"a\": 1}, {\"statu\" : 1}]", "map(.statu)", null))
                .isEmpty();
    }

    @Test
    void doesNotTakeATextForAName() {
        assertThat(warnings("[{\"state\": \"statu\"}]", "map(.statu)", null))
                .containsExactly("no record has \"statu\"; did you mean \"state\"?");
    }

    @Test
    void countsTextAmongNumbers() {
        String mixed = "[{\"n\": 5}, {\"n\": \"10\"}, {\"n\": \"7.5\"}, {\"n\": null}, {\"n\": \"\"}]";

        assertThat(warnings(mixed, "map(select(.n > 6))", null))
                .containsExactly("n is text in 3 of 5 records; use tonumber");
        assertThat(warnings("[{\"n\": \"10\"}, {\"n\": \"n/a\"}]", "sort_by(.n)", null))
                .isEmpty();
        assertThat(warnings("[{\"n\": \"007\"}, {\"n\": \"10\"}]", "sort_by(.n)", null))
                .isEmpty();
    }

    @Test
    void suggestsASimilarValueOrCountsManyValues() {
        StringBuilder names = new StringBuilder("[");
        for (int i = 0; i < 300; i++) {
            names.append(i == 0 ? "" : ",")
                    .append("{\"name\":\"customer-")
                    .append(i)
                    .append("\"}");
        }
        String document = names.append("]").toString();

        assertThat(warnings(document, "map(select(.name == \"custmer-17\"))", null))
                .containsExactly("name is never \"custmer-17\"; did you mean \"customer-17\"?");
        assertThat(warnings(document, "map(select(.name == \"x\"))", null))
                .containsExactly("name is never \"x\"; it has 300 other values");
    }

    @Test
    void aQueryHasAtMostFourWarnings() {
        assertThat(warnings(".issues | map([.aa1, .bb2, .cc3, .dd4, .ee5])")).hasSize(4);
    }

    @Test
    void warningsOfAllNamedExpressionsAreListed() {
        Query query = Query.parse(
                Map.of("n", ".issues | map(.statu) | length", "m", "$orders | map(.statu)"), List.of("orders"));
        QueryInput input = QueryInput.json(Slice.of(ISSUES), Instant.EPOCH)
                .withVariables(Map.of("orders", new QueryInput.Source(Slice.of("[{\"status\": 1}]"), false)));

        assertThat(query.run(input, QueryLimits.DEFAULT).warnings())
                .containsExactlyInAnyOrder(
                        "n: no record has \"statu\"; did you mean \"state\"?",
                        "m: no record has \"statu\"; did you mean \"status\"?");
    }

    @Test
    void doesNotWarnOfLinesOfText() {
        QueryInput lines = QueryInput.text(Slice.of("a\nb"), Instant.EPOCH);

        assertThat(Query.parse("map(select(. == \"c\")) | length")
                        .run(lines, QueryLimits.DEFAULT)
                        .warnings())
                .isEmpty();
    }
}

package dev.plimsoll.sql.h2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.schema.ReadTool;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the argument {@code sql} of reads. */
class SqlReadTest {

    private static final Pattern CURSOR = Pattern.compile("\"nextCursor\":\"([^\"]+)\"");
    private static final Policy SQL_ON = Policy.defaults().with(Policy.SQL, true);

    private final Plimsoll plimsoll =
            Plimsoll.builder().policy(SQL_ON).sqlEngine(Statements.ENGINE).build();

    static ToolCall call(String tool, String caller) {
        return ToolCall.of("crm", tool, caller);
    }

    static Slice result(String text) {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content").beginObject();
        return json.string("type", "text")
                .string("text", text)
                .endObject()
                .endArray()
                .endObject()
                .slice();
    }

    static String records(int count) {
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            json.append(i == 0 ? "" : ",")
                    .append("{\"id\":")
                    .append(i)
                    .append(",\"owner\":\"")
                    .append(i % 3 == 0 ? "ann" : "bo");
            json.append("\",\"days\":")
                    .append(i % 7)
                    .append(",\"title\":\"a title that needs some tokens ")
                    .append(i)
                    .append("\"}");
        }
        return json.append(']').toString();
    }

    private String cursor(Plimsoll engine, String tool, String caller, String text) {
        return cursorIn(engine.guard(call(tool, caller), RawResult.of(result(text)))
                .result()
                .utf8());
    }

    private static String cursorIn(String answer) {
        Matcher matcher = CURSOR.matcher(answer.replace("\\\"", "\""));
        assertThat(matcher.find()).as(answer).isTrue();
        return matcher.group(1);
    }

    private static String read(Plimsoll engine, String caller, String arguments) {
        return engine.read(call("", caller), Slice.of(arguments))
                .result()
                .utf8()
                .replace("\\\"", "\"");
    }

    @Test
    void readsAStoredResult() {
        String cursor = cursor(plimsoll, "list", "ann", records(2_000));

        assertThat(
                        read(
                                plimsoll,
                                "ann",
                                "{\"cursor\":\"" + cursor
                                        + "\",\"sql\":\"select owner, count(*) n, max(days) d from data group by owner order by owner\"}"))
                .contains(
                        "\"results\":[[{\"owner\":\"ann\",\"n\":667,\"d\":6},{\"owner\":\"bo\",\"n\":1333,\"d\":6}]]");
    }

    /** Returns a result whose structured content is an object with a text as its only member. */
    private static Slice structured(String text) {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content").beginObject();
        json.string("type", "text").string("text", text).endObject().endArray();
        return json.beginObject("structuredContent")
                .string("content", text)
                .endObject()
                .endObject()
                .slice();
    }

    private static String sql(String statement) {
        return new JsonWriter()
                .beginObject()
                .string("sql", statement)
                .endObject()
                .slice()
                .utf8();
    }

    private String readStructured(String text, String statement) {
        String answer = plimsoll.guard(call("read", "ann"), RawResult.of(structured(text)))
                .result()
                .utf8();
        return read(
                plimsoll,
                "ann",
                "{\"cursor\":\"" + cursorIn(answer) + "\"," + sql(statement).substring(1));
    }

    @Test
    void readsATextInAnObjectAsATableOfLines() {
        String text = IntStream.range(0, 3_000)
                .mapToObj(i -> "a line of a text, and its number is " + i)
                .collect(Collectors.joining("\n"));

        assertThat(readStructured(text, "select * from data limit 1"))
                .contains("[{\"value\":\"a line of a text, and its number is 0\"}]");
        assertThat(readStructured(text, "select count(*) n from data")).contains("[{\"n\":3000}]");
        assertThat(readStructured(text, "select length(content) n from data"))
                .contains("[{\"n\":" + text.length() + "}]");
        assertThat(readStructured(text, "select x from data")).contains("data(value text) 3000 rows");
    }

    @Test
    void triesTheTablesOfATextBeforeItsLines() {
        String text = "# Prices\n\n" + "Words about prices.\n\n".repeat(800) + "| part | price |\n|---|---|\n"
                + IntStream.range(0, 20)
                        .mapToObj(i -> "| p" + i + " | " + i + ".5 |\n")
                        .collect(Collectors.joining())
                + "\n## Other\n\nMore words.\n";

        assertThat(readStructured(text, "select count(*) n, max(price) m from data"))
                .contains("[{\"n\":20,\"m\":19.5}]");
        assertThat(readStructured(text, "select count(*) n from data where value like '#%'"))
                .contains("[{\"n\":2}]");
    }

    @Test
    void answersSeveralStatementsTogether() {
        String cursor = cursor(plimsoll, "list", "ann", records(2_000));

        assertThat(
                        read(
                                plimsoll,
                                "ann",
                                "{\"cursor\":\"" + cursor
                                        + "\",\"sql\":{\"all\":\"select count(*) n from data\",\"two\":\"select id from data limit 2\"}}"))
                .contains("\"results\":{\"all\":[{\"n\":2000}],\"two\":[{\"id\":0},{\"id\":1}]}");
    }

    @Test
    void returnsRowsInPages() {
        String cursor = cursor(plimsoll, "list", "ann", records(2_000));
        String first = read(
                plimsoll,
                "ann",
                "{\"cursor\":\"" + cursor + "\",\"page_size\":100,\"sql\":\"select id from data order by id desc\"}");

        assertThat(first).contains("\"range\":[1,100]", "\"totalCount\":2000", "{\"id\":1999}", "{\"id\":1900}");
        assertThat(read(plimsoll, "ann", "{\"cursor\":\"" + cursorIn(first) + "\"}"))
                .contains("{\"id\":1899}", "{\"id\":1800}");
    }

    @Test
    void readsOtherResultsAsTables() {
        String issues = cursor(plimsoll, "list", "ann", records(2_000));
        String people = cursor(plimsoll, "people", "ann", records(1_500).replace("\"owner\"", "\"name\""));

        assertThat(
                        read(
                                plimsoll,
                                "ann",
                                "{\"cursor\":\"" + issues + "\",\"with\":{\"people\":\"" + people + "\"},"
                                        + "\"sql\":\"select count(*) n from data join people on data.id = people.id where people.name = 'ann'\"}"))
                .contains("[{\"n\":500}]");
        assertThat(read(plimsoll, "bo", "{\"cursor\":\"" + issues + "\",\"sql\":\"select 1\"}"))
                .contains("CURSOR_INVALID");
        String ownCursor = cursor(plimsoll, "list", "bo", records(2_000));
        assertThat(read(
                        plimsoll,
                        "bo",
                        "{\"cursor\":\"" + ownCursor + "\",\"with\":{\"people\":\"" + people
                                + "\"},\"sql\":\"select * from people\"}"))
                .contains("CURSOR_INVALID", "with people");
    }

    @Test
    void readsCsvInATextAsATable() {
        StringBuilder csv = new StringBuilder("sku,price,stock\n");
        for (int i = 0; i < 2_000; i++) {
            csv.append("A-")
                    .append(i)
                    .append(',')
                    .append(i % 10)
                    .append(".10,")
                    .append(i % 4)
                    .append('\n');
        }
        String cursor = cursor(plimsoll, "read_file", "ann", csv.toString());

        assertThat(
                        read(
                                plimsoll,
                                "ann",
                                "{\"cursor\":\"" + cursor
                                        + "\",\"sql\":\"select stock, sum(price) s from data group by stock order by stock limit 1\"}"))
                .contains("[{\"stock\":0,\"s\":2050.00}]");
    }

    @Test
    void warnsIfAColumnWithNumbersIsText() {
        String cursor = cursor(plimsoll, "list", "ann", records(2_000).replace("\"days\":3", "\"days\":\"?\""));

        assertThat(read(plimsoll, "ann", "{\"cursor\":\"" + cursor + "\",\"sql\":\"select max(days) d from data\"}"))
                .contains("\"warnings\":[\"days is text, because 286 of 2000 values are not numbers\"]");
    }

    @Test
    void errorsNameTheProblemAndTheTables() {
        String cursor = cursor(plimsoll, "list", "ann", records(2_000));

        assertThat(read(plimsoll, "ann", "{\"cursor\":\"" + cursor + "\",\"sql\":\"select ownr from data\"}"))
                .contains(
                        "QUERY_INVALID",
                        "sql: Column",
                        "ownr",
                        "\"tables\":\"data(id integer, owner text, days integer, title text) 2000 rows\"")
                .doesNotContain("this works here");
        assertThat(read(plimsoll, "ann", "{\"cursor\":\"" + cursor + "\",\"sql\":\"select 1\",\"query\":\"length\"}"))
                .contains("INVALID_REQUEST", "sql cannot be used with query");
        assertThat(read(plimsoll, "ann", "{\"cursor\":\"" + cursor + "\",\"sql\":7}"))
                .contains("INVALID_REQUEST");
    }

    @Test
    void sqlFunctionReadsItsInput() {
        String cursor = cursor(plimsoll, "list", "ann", records(2_000));

        assertThat(
                        read(
                                plimsoll,
                                "ann",
                                "{\"cursor\":\"" + cursor
                                        + "\",\"query\":\"map(select(.days > 5)) | sql(\\\"select count(*) n from data\\\") | .[0].n\"}"))
                .contains("\"results\":[285]");
    }

    @Test
    void passesQuotesAndBackslashesUnchanged() {
        String cursor = cursor(plimsoll, "list", "ann", records(2_000));

        String arguments = new JsonWriter()
                .beginObject()
                .string("cursor", cursor)
                .string("sql", "select '\\(1)\\n' \"a \"\"\\ b\", 'ü' u from data limit 1")
                .endObject()
                .slice()
                .utf8();

        assertThat(read(plimsoll, "ann", arguments)).contains("u\":\"ü\"");
    }

    @Test
    void isOffByDefault() {
        Plimsoll withoutSql = Plimsoll.builder().sqlEngine(Statements.ENGINE).build();
        String cursor = cursor(withoutSql, "list", "ann", records(2_000));

        assertThat(read(withoutSql, "ann", "{\"cursor\":\"" + cursor + "\",\"sql\":\"select 1\"}"))
                .contains("QUERY_INVALID", "switched off");
        assertThat(read(withoutSql, "ann", "{\"cursor\":\"" + cursor + "\",\"query\":\"sql(\\\"select 1\\\")\"}"))
                .contains("switched off");
        assertThat(Policies.of(Policy.defaults()).hasSql()).isFalse();
        assertThat(ReadTool.entry(ClientFeatures.current()).utf8()).doesNotContain("sql");
    }

    @Test
    void isListedWhereAPolicyAllowsIt() {
        assertThat(ReadTool.entry(
                                ClientFeatures.current(),
                                false,
                                Policies.of(Policy.defaults().with(Policy.SQL, true)))
                        .utf8())
                .contains("\"sql\":{", "table data");
    }

    @Test
    void passesAnArgumentNamedSqlToTheToolIfSqlIsOff() {
        Slice entry = Slice.of("{\"name\":\"find\",\"inputSchema\":{\"type\":\"object\",\"properties\":{}}}");
        ListedTool tool = ListedTool.of(entry);
        Policy heavy = Policy.defaults().with(Policy.HEAVY, true);
        Plimsoll withoutSql = Plimsoll.builder().policy(heavy).build();
        CallDecision.Forward forwardWithoutSql = (CallDecision.Forward)
                withoutSql.classify(call("find", "ann"), tool, Slice.of("{\"sql\":\"select 1\"}"));

        assertThat(Objects.requireNonNull(forwardWithoutSql.arguments()).utf8()).contains("select 1");
        Plimsoll withSql = Plimsoll.builder()
                .policy(heavy.with(Policy.SQL, true))
                .sqlEngine(Statements.ENGINE)
                .build();
        CallDecision.Forward forwardWithSql =
                (CallDecision.Forward) withSql.classify(call("find", "ann"), tool, Slice.of("{\"sql\":\"select 1\"}"));
        assertThat(Objects.requireNonNull(forwardWithSql.arguments()).utf8()).doesNotContain("select 1");
    }
}

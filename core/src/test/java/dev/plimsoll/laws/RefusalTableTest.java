package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.catalog.CatalogTool;
import dev.plimsoll.catalog.Dispatcher;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that every invalid request is answered with the error, the allowed values, and a suggestion. */
class RefusalTableTest {

    private static final String ITEMS = items();

    private final Engine engine =
            Engine.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 1_000), ClientFeatures.current());
    private final String cursor =
            Objects.requireNonNull(engine.guard(SampleResults.text(ITEMS.getBytes(StandardCharsets.UTF_8)))
                    .nextCursor());

    private static String items() {
        StringBuilder items = new StringBuilder("{\"total\":400,\"items\":[");
        for (int i = 0; i < 400; i++) {
            items.append(i == 0 ? "" : ",")
                    .append("{\"id\":")
                    .append(i)
                    .append(",\"status\":\"open\",\"customer_name\":");
            items.append("\"Customer number ").append(i).append("\"}");
        }
        return items.append("]}").toString();
    }

    private static String detail(Fields error, String name) {
        Fields details = new Fields(error.get("details"));
        return details.has(name) ? details.text(name) : "";
    }

    /** Returns the {@code error} of a refusal. */
    private static Fields error(Answered answered) {
        assertThat(answered.isError()).as("%s", answered).isTrue();
        Slice text = answered.texts().get(0);
        return new Fields(Objects.requireNonNull(Members.get(text, "error")));
    }

    /**
     * Checks the code, message, suggestion, and allowed values of each refusal. {@code !!} is an empty value. A row
     * with an empty code is a read that is not refused.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '!',
            value = {
                "\"limit\":1001 | INVALID_REQUEST | limit exceeds maximum of 1000 | limit: 1000 | 1 to 1000",
                "\"page_size\":1000000 | INVALID_REQUEST | page_size exceeds maximum of 1000 | page_size: 1000 | 1 to 1000",
                "\"limit\":\"many\" | INVALID_REQUEST | limit must be a whole number from 1, got many | limit: 1 | 1 or more",
                "\"limit\":-5 | INVALID_REQUEST | got -5 | limit: 1 | 1 or more",
                "\"limit\":1.5 | INVALID_REQUEST | got 1.5 | limit: 1 | 1 or more",
                "\"limit\":[1] | INVALID_REQUEST | limit must be a whole number | limit: 1 | 1 or more",
                "\"max_tokens\":25001 | INVALID_REQUEST | max_tokens exceeds maximum of 25000 | max_tokens: 25000 | 1 to 25000",
                "\"page\":-1 | INVALID_REQUEST | page must be a whole number from 1 to | page: 1 | 1 to 1048575",
                "\"page\":9999 | INVALID_REQUEST | page 9999 is after the last page, which is | page:  | 1 to ",
                "\"page\":2,\"pages\":\"2-3\" | INVALID_REQUEST | pages cannot be used with page | without page | !!",
                "\"pages\":\"3-1\" | INVALID_REQUEST | pages must be a range such as 1-3 | pages: \"1-3\" | FIRST-LAST",
                "\"mode\":\"sumary\" | INVALID_REQUEST | mode sumary does not exist | mode: summary | paginated, summary, filtered, full",
                "\"mode\":\"everything\" | INVALID_REQUEST | mode everything does not exist | one of paginated | summary",
                "\"mode\":7 | INVALID_REQUEST | mode must be a string | mode: | a string",
                "\"mode\":\"filtered\" | INVALID_REQUEST | mode filtered needs fields | fields: \"id,name\" | !!",
                "\"mode\":\"find\" | INVALID_REQUEST | mode find needs find | find: | !!",
                "\"direction\":\"back\" | INVALID_REQUEST | direction must be next or previous | direction: next | next, previous",
                "\"feilds\":\"id\" | INVALID_REQUEST | unknown argument feilds | did you mean fields? | cursor, direction",
                "\"maxTokens\":5 | INVALID_REQUEST | unknown argument maxTokens | did you mean max_tokens? | max_tokens",
                "\"changes_sinc\":\"x\" | INVALID_REQUEST | unknown argument changes_sinc | one of args, as, | context, cursor, direction",
                "\"zzz\":5 | INVALID_REQUEST | unknown argument zzz | one of args, as, collect, context, cursor | max_tokens",
                "\"fields\":\"statsu\" | INVALID_REQUEST | unknown field statsu | fields: \"status\" | status, id, customer_name",
                "\"fields\":\"customerName\" | INVALID_REQUEST | unknown field customerName | fields: \"customer_name\" | customer_name, id",
                "\"fields\":\"x,y\" | INVALID_REQUEST | unknown fields x and the others | fields: \"id\" | id, status",
                "\"fields\":\" , \" | INVALID_REQUEST | fields must name 1 to 200 fields | fields: \"id,name\" | !!",
                "\"fields\":5 | INVALID_REQUEST | fields must be a string | fields: | a string",
                "\"page\":2,\"direction\":\"sideways\" | INVALID_REQUEST | got sideways | direction: next | next, previous",
                "\"context\":2 | INVALID_REQUEST | context needs find | find: | !!",
                "\"find\":\"a\",\"context\":\"2,x\" | INVALID_REQUEST | got 2,x | context: \"2,0\" | 0 to 100",
                "\"find\":\"a\",\"context\":101 | INVALID_REQUEST | context must be 0 to 100 | context: | 0 to 100",
                "\"lines\":\"9-3\" | INVALID_REQUEST | lines must be ranges such as 335-337,5485 | lines: | FIRST-LAST",
                "\"lines\":\"0\" | INVALID_REQUEST | lines must be ranges | lines: | from 1",
                "\"lines\":\"1,7\" | INVALID_REQUEST | lines 7 is after the end: the text has lines 1-1 | lines: \"1-1\" | 1-1",
                "\"lines\":\"1:99999999-\" | INVALID_REQUEST | lines must be ranges | lines: | LINE:FIRST-LAST",
                "\"lines\":\"1:9999999-99999999\" | INVALID_REQUEST | line 1 has | lines: \"1:1- | 1:1-",
                "\"lines\":\"3\",\"start_line\":2 | INVALID_REQUEST | lines cannot be used with start_line | without lines | !!",
                "\"lines\":\"3,9\",\"query\":\".\" | INVALID_REQUEST | query cannot be used with lines | query alone | !!",
                "\"find\":\"/a(/\" | INVALID_REQUEST | invalid at character 1 | RE2 syntax | !!",
                "\"find\":[7] | INVALID_REQUEST | find must be a string or a list of strings | find: | a string, or a list of strings",
                "\"path\":\"/itmes/3\" | INVALID_REQUEST | path /itmes/3 does not exist in this result: the result has items, total | path: \"/items\" | items, total",
                "\"path\":\"/items/400\" | INVALID_REQUEST | /items has the items 0 to 399 | path: \"/items/0\" to \"/items/399\" | 0 to 399",
                "\"path\":\"/items/3/stauts\" | INVALID_REQUEST | /items/3 has status, id, customer_name | path: \"/items/3/status\" | status, id",
                "\"path\":\"/total/x\" | INVALID_REQUEST | /total is a number | path: \"/total\" | !!",
                "\"path\":\"items\" | INVALID_REQUEST | path: | a JSON Pointer such as /items/0 | !!",
                "\"start_line\":9,\"end_line\":3 | INVALID_REQUEST | end_line 3 is before start_line 9 | end_line >= start_line | !!",
                "\"startLine\":0 | INVALID_REQUEST | startLine must be a whole number from 1, got 0 | startLine: 1 | 1 or more",
                "\"find\":\"a\",\"query\":\".\" | INVALID_REQUEST | query cannot be used with find | query alone | !!",
                "\"query\":\".items[\" | QUERY_INVALID | query: | !! | !!",
                "\"query\":\"lenght\" | QUERY_INVALID | lenght | did you mean length? | !!",
                "\"query\":\".items[0].stauts\" | !! | !! | !! | !!",
            })
    void refusedReadListsAllowedValues(
            String arguments, String code, String message, String suggestion, String allowed) {
        Answered answered = engine.read(cursor, arguments);
        if (code == null || code.isEmpty()) {
            assertThat(answered.isError()).as("%s", answered).isFalse();
            return;
        }
        Fields error = error(answered);
        assertThat(error.text("code")).isEqualTo(code);
        assertThat(error.text("message")).contains(message);
        assertThat(detail(error, "suggestion"))
                .contains(suggestion == null ? "" : suggestion)
                .isNotEmpty();
        assertThat(detail(error, "allowed")).contains(allowed == null ? "" : allowed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '!',
            value = {
                "{} | INVALID_REQUEST | cursor is missing | the nextCursor of an answer",
                "[] | INVALID_REQUEST | arguments must be a JSON object | {\"cursor\": \"…\"}",
                "{\"cursor\":7} | INVALID_REQUEST | cursor must be a string | cursor: ",
                "{\"cursor\":\"abc\"} | CURSOR_INVALID | invalid cursor format | all 48 characters",
            })
    void readWithoutValidCursorIsRefused(String arguments, String code, String message, String suggestion) {
        Fields error = error(engine.readWith(arguments));
        assertThat(error.text("code")).isEqualTo(code);
        assertThat(error.text("message")).contains(message);
        assertThat(detail(error, "suggestion")).contains(suggestion);
    }

    @Test
    void someExistingFieldsAreEnough() {
        assertThat(engine.read(cursor, "\"fields\":\"id,nothing\"").isError()).isFalse();
        assertThat(engine.read(cursor, "\"fields\":\"id.deeper\"").isError()).isFalse();
    }

    @Test
    void unknownToolGetsExistingNames() {
        List<CatalogTool> offers = List.of("list_orders", "get_order", "delete_order").stream()
                .map(name -> Slice.of("{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}"))
                .map(entry -> new CatalogTool(ListedTool.of(entry), entry))
                .toList();
        Dispatcher dispatcher = new Dispatcher("tools", offers);
        for (String unknown : List.of("list_ordres", "listOrders", "orders_list")) {
            try {
                dispatcher.decide(Slice.of("{\"name\":\"" + unknown + "\",\"call\":{}}"), catalogTool -> true);
            } catch (RefusedException refused) {
                Fields error = new Fields(Objects.requireNonNull(Members.get(Slice.of(refused.json()), "error")));
                assertThat(error.text("code")).isEqualTo("ACTION_NOT_FOUND");
                assertThat(detail(error, "suggestion")).isEqualTo("{\"name\":\"list_orders\"}");
                assertThat(detail(error, "near")).startsWith("list_orders");
                continue;
            }
            throw new AssertionError("nothing was refused");
        }
    }
}

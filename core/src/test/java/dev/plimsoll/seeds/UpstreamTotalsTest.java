package dev.plimsoll.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.seeds.Seed.Answer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the totals of a result that is one page of a server with its own pagination: every form reports that more
 * exists.
 */
class UpstreamTotalsTest {

    private static final String PAGED = "{\"type\":\"object\",\"properties\":{\"search\":{\"type\":\"string\"},"
            + "\"page\":{\"type\":\"integer\"},\"page_size\":{\"type\":\"integer\"}}}";
    private static final String UNPAGED = "{\"type\":\"object\",\"properties\":{\"search\":{\"type\":\"string\"}}}";
    private static final String GRAPHQL_PAGED =
            "{\"type\":\"object\",\"properties\":{\"first\":{\"type\":\"integer\"},\"after\":{\"type\":\"string\"}}}";

    // --- literal forms, whose keys a seed prescribes: they have an additional key

    @Test
    void listReportsUpstreamNextToItsCount() {
        Seed heavy = Seed.of(Preset.LIST).tool("heavy_customers");

        Answer first = heavy.text(PagedPayloads.DRF);

        assertThat(first.keys()).containsExactly("count", "data_size", "next", "previous", "results", "upstream");
        assertThat(first.json().path("count").asInt()).isEqualTo(100);
        assertThat(first.json().path("upstream").toString()).isEqualTo(PagedPayloads.DRF_UPSTREAM);
        Answer second = heavy.read(first.json().path("next").asString(), "{\"cursor\":\"$\"}");
        assertThat(second.json().path("upstream").toString()).isEqualTo(PagedPayloads.DRF_UPSTREAM);
    }

    @Test
    void probeReportsUpstreamInEnvelopeAndEveryMode() {
        Seed heavy = Seed.of(Preset.PROBE).tool("heavy_customers");

        Answer probe = heavy.text(PagedPayloads.DRF);

        assertThat(probe.keys())
                .containsExactly("preview", "total_size", "available_modes", "continuation_token", "upstream");
        assertThat(probe.json().path("upstream").toString()).isEqualTo(PagedPayloads.DRF_UPSTREAM);
        String token = probe.json().path("continuation_token").asString();
        for (String mode : new String[] {"paginated", "summary", "filtered\",\"filter_keys\":\"id,name"}) {
            Answer answer = heavy.read(token, "{\"continuation_token\":\"$\",\"mode\":\"" + mode + "\"}");
            assertThat(upstream(answer)).as(answer.text()).isEqualTo(PagedPayloads.DRF_UPSTREAM);
        }
    }

    @Test
    void cursorReportsUpstreamOnEveryPage() {
        Seed heavy = Seed.of(Preset.CURSOR).tool("heavy_customers");

        Answer first = heavy.text(PagedPayloads.DRF);

        assertThat(first.keys()).containsExactly("items", "cursor_id", "has_more", "pagination", "upstream");
        assertThat(first.json().at("/pagination/estimated_total").asInt()).isEqualTo(100);
        Answer last = first;
        for (int page = 2; page <= 100 && !last.json().path("cursor_id").isNull(); page++) {
            last = heavy.read(last.json().path("cursor_id").asString(), "{\"cursor\":\"$\"}");
        }
        assertThat(last.json().path("has_more").asBoolean()).isFalse();
        assertThat(last.json().path("upstream").toString()).isEqualTo(PagedPayloads.DRF_UPSTREAM);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void guideReportsUpstreamWithGuidance(boolean elicit) {
        Seed guided = Seed.of(Preset.GUIDED, policy -> policy.with(Policy.ELICIT, elicit));

        Answer guidance = guided.text(PagedPayloads.DRF);

        assertThat(guidance.json().has(elicit ? "totalItems" : "needsRefinement"))
                .isTrue();
        assertThat(guidance.json().path("upstream").toString()).isEqualTo(PagedPayloads.DRF_UPSTREAM);
    }

    @Test
    void guideReportsUpstreamWithFirstItems() {
        String page = "{\"count\":5000,\"next\":\"https://crm.example/items?page=2\",\"results\":"
                + PagedPayloads.customers(30) + "}";

        Answer firstItems = Seed.of(Preset.GUIDED).text(page);

        assertThat(firstItems.keys()).containsExactly("data", "metadata", "upstream");
        assertThat(firstItems.json().path("upstream").toString()).isEqualTo(PagedPayloads.DRF_UPSTREAM);
    }

    // --- all other forms: in the notice too

    @ParameterizedTest
    @ValueSource(strings = {"auto", "page", "summary", "trim", "receipt"})
    void everyOtherFormReportsUpstreamAndNamesArgument(StyleId style) {
        Seed seed = Seed.of(Preset.BALANCED, policy -> policy.with(Policy.STYLE, style));

        Answer first = seed.called(PAGED, "{}", PagedPayloads.DRF);

        assertThat(upstream(first)).isEqualTo(PagedPayloads.DRF_UPSTREAM);
        assertThat(first.page().path("upstream").toString()).isEqualTo(PagedPayloads.DRF_UPSTREAM);
        assertThat(notice(first)).contains("more exists").contains("call list_orders again with page");
    }

    @Test
    void hardeningPresetReportsUpstream() {
        Answer first = Seed.of(Preset.HARDENING).called(PAGED, "{}", PagedPayloads.DRF);

        assertThat(upstream(first)).isEqualTo(PagedPayloads.DRF_UPSTREAM);
        assertThat(notice(first)).contains("again with page");
    }

    @Test
    void followUpReadsReportUpstreamLikeFirstAnswer() {
        Seed seed = Seed.of(Preset.BALANCED);
        String cursor = seed.called(PAGED, "{}", PagedPayloads.DRF)
                .page()
                .path("nextCursor")
                .asString();

        for (String arguments : new String[] {
            "",
            ",\"mode\":\"outline\"",
            ",\"mode\":\"summary\"",
            ",\"fields\":\"id,name\"",
            ",\"find\":\"Quay Street\"",
            ",\"find\":\"nowhere at all\"",
            ",\"query\":\".results | length\"",
            ",\"query\":\".results[]\"",
            ",\"query\":\".results[0] | tojson * 40\"",
            ",\"path\":\"/results\",\"fields\":\"id\"",
            ",\"path\":\"/results\",\"max_tokens\":25000"
        }) {
            Answer answer = seed.read(cursor, "{\"cursor\":\"$\"" + arguments + "}");
            assertThat(upstream(answer)).as(arguments + answer.text()).isEqualTo(PagedPayloads.DRF_UPSTREAM);
            assertThat(notice(answer)).as(arguments).contains("more exists").contains("again with page");
        }
    }

    @Test
    void partOfOneItemDoesNotReportUpstream() {
        Seed seed = Seed.of(Preset.BALANCED);
        String cursor = seed.text(PagedPayloads.DRF).page().path("nextCursor").asString();

        Answer item = seed.read(cursor, "{\"cursor\":\"$\",\"path\":\"/results/7\"}");

        assertThat(item.json().path("id").asString()).isEqualTo("cus_90007");
        assertThat(item.keys()).doesNotContain("upstream");
    }

    @Test
    void argumentIsNamedOnlyIfToolHasIt() {
        assertThat(notice(Seed.of(Preset.BALANCED).called(UNPAGED, "{}", PagedPayloads.DRF)))
                .contains("more exists")
                .doesNotContain("again with");
        assertThat(notice(Seed.of(Preset.BALANCED).called(GRAPHQL_PAGED, "{}", PagedPayloads.GRAPHQL)))
                .contains("call list_orders again with after");
    }

    // --- indications of further pages

    @Test
    void connectionCountBelowItemCountIsContradicted() {
        Answer first = Seed.of(Preset.BALANCED).text(PagedPayloads.GRAPHQL);

        assertThat(upstream(first))
                .isEqualTo("{\"totalCount\":12,\"hasNextPage\":true,\"endCursor\":\"Y3Vyc29yOnYyOpK5\"}");
        assertThat(notice(first))
                .contains("totalCount 12")
                .contains("400 items")
                .contains("more exists");
    }

    @Test
    void recognizesPagesOfKnownServers() {
        Seed seed = Seed.of(Preset.BALANCED);

        assertThat(upstream(seed.text(PagedPayloads.GITHUB))).isEqualTo("{\"total_count\":8213}");
        assertThat(upstream(seed.text(PagedPayloads.STRIPE))).isEqualTo("{\"has_more\":true}");
        assertThat(upstream(seed.text(PagedPayloads.PAGINATION)))
                .isEqualTo("{\"page\":3,\"total_pages\":41,\"total_items\":4097,\"next_page\":4}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'nextPageToken':'CAUQAA'|",
                "'@odata.nextLink':'https://graph.example/v1.0/messages?$skip=10'|",
                "'links':{'self':'/x','next':{'href':'/x?offset=100'}}| 'next':{'href':'/x?offset=100'}",
                "'paging':{'next':{'after':'NTI1Cg%3D%3D'}}| 'next':{'after':'NTI1Cg%3D%3D'}",
                "'response_metadata':{'next_cursor':'dXNlcjpVMEc5V0ZYTlo='}| 'next_cursor':'dXNlcjpVMEc5V0ZYTlo='",
                "'IsTruncated':true,'NextContinuationToken':'1ueGcxLPRx1'|",
                "'remaining':4900|",
                "'truncated':true|",
                "'next_range':'100-199'|",
                "'meta':{'pagination':{'total':5000}}| 'total':5000",
                "'note':'Results limited to 100 rows.'| 'says':'Results limited to 100 rows.'",
                "'pagination':{'has_more':true,'total_matches':20000}| 'has_more':true,'total_matches':20000",
                "'summary':{'total_matches':20000}| 'total_matches':20000",
                "'row_count':20000|",
                "'limit_reached':true|",
                "'more':true|",
                "'stats':{'total':739,'took':3}| 'total':739",
                "'range':{'start':0,'end':59,'next':60}| 'next':60",
                "'warnings':['Slow query','Results limited to 100 rows']| 'says':'Results limited to 100 rows'",
                "'meta':{'warnings':[{'code':7,'message':'Results limited to 9 rows'}]}| 'says':'Results limited to 9 rows'"
            })
    void recognizesMembersThatReportMore(String members, String expected) {
        String page = "{" + members.replace('\'', '"') + ",\"rows\":" + PagedPayloads.customers(60) + "}";

        Answer first = Seed.of(Preset.BALANCED).text(page);

        assertThat(upstream(first))
                .isEqualTo("{" + (expected == null ? members : expected.strip()).replace('\'', '"') + "}");
        assertThat(notice(first)).contains("more exists");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'next':null,'has_more':false,'hasNextPage':false,'truncated':false,'remaining':0,'count':60",
                "'nextCursor':'','total':'60','pageInfo':{'hasNextPage':false,'endCursor':'Y3Vyc29y'}",
                "'pagination':{'page':1,'total_pages':1,'total':60,'next_page':null}",
                "'total':129900,'currency':'GBP'",
                "'total_matches':340",
                "'more':false,'stats':{'total':60,'count':5}",
                "'range':{'start':0,'end':59,'next':null}",
                "'item_count':340,'row_count':60",
                "'pagination':{'total_matches':60,'has_more':false}",
                "'warnings':['Slow query',{'message':'No index'},[1],7,null]",
                "'note':'Prices include tax. No more rows.'"
            })
    void ignoresMembersThatReportNothing(String members) {
        String page = "{" + members.replace('\'', '"') + ",\"rows\":" + PagedPayloads.customers(60) + "}";

        Answer first = Seed.of(Preset.BALANCED).text(page);

        assertThat(upstream(first)).isEmpty();
        assertThat(notice(first)).isNotEmpty().doesNotContain("more exists");
    }

    @Test
    void completeListReportsNothing() {
        Answer list = Seed.of(Preset.LIST).tool("heavy_customers").text(PagedPayloads.COMPLETE);

        assertThat(list.keys()).containsExactly("count", "data_size", "next", "previous", "results");
    }

    // --- indications in text

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Results limited to 492 rows",
                "LIMIT reached: 1000 rows",
                "Row limit (1000) reached",
                "Reached the limit of 1,000 records",
                "[output truncated]",
                "showing first 2392 rows",
                "18042 remaining",
                "Showing 1-100 of 5,000 issues",
                "Page 2 of 40",
                "... and 312 more",
                "... (1,234 more lines)",
                "There are 200 more results",
                "Only the first 500 rows are returned.",
                "Found 20000 matches (showing 100)",
                "Total: 20000 rows (returned: 492)",
                "next_range: 3001-6000",
                "Use offset=492 to continue.",
                "To continue reading, use start_line=3001",
                "<error>Content truncated. Call the fetch tool with a start_index of 5000 to get more content.</error>"
            })
    void quotesSentenceAtEitherEndOfText(String sentence) {
        String lines = report();

        for (String text : new String[] {sentence + "\n\n" + lines, lines + "\n" + sentence + "\n"}) {
            Answer first = Seed.of(Preset.BALANCED).text(text);
            assertThat(upstream(first)).isEqualTo("{\"says\":" + Seed.quoted(sentence) + "}");
            assertThat(notice(first)).contains("more exists");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Showing 1-500 of 500 rows",
                "Page 1 of 1",
                "Found 20 matches (showing 20)",
                "Total: 492, shown: 492",
                "Press 1 or sign in to continue.",
                "next_page: none",
                "0 remaining",
                "No more results available",
                "truncated: false",
                "The output was not truncated.",
                "Row limit of 1000 was not reached",
                "Rate limit exceeded, 3 requests failed",
                "Rows 1 to 500 of 500"
            })
    void ignoresSentenceThatReportsCompleteness(String sentence) {
        assertThat(upstream(Seed.of(Preset.BALANCED).text(report() + "\n" + sentence)))
                .isEmpty();
    }

    @Test
    void ignoresSentenceInMiddleOfText() {
        String text = report() + "\nResults limited to 492 rows\n" + report();

        assertThat(upstream(Seed.of(Preset.BALANCED).text(text))).isEmpty();
    }

    @Test
    void quotesSentenceInStringOfObjectAndNamesItsArgument() {
        String schema =
                "{\"type\":\"object\",\"properties\":{\"url\":{\"type\":\"string\"},\"page\":{\"type\":\"integer\"},"
                        + "\"start_index\":{\"type\":\"integer\"}}}";
        String text =
                report() + "\nContent truncated. Call the fetch tool with a start_index of 5000 to get more content.";

        Answer first = Seed.of(Preset.BALANCED).called(schema, "{}", "{\"content\":" + Seed.quoted(text) + "}");

        assertThat(upstream(first)).contains("Content truncated");
        assertThat(notice(first)).contains("again with start_index");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'truncated':true| 'truncated':true",
                "'total':5000| 'total':5000",
                "'has_more':true,'next_cursor':'c2'| 'has_more':true,'next_cursor':'c2'",
                "'total':60,'has_more':false|"
            })
    void readsMembersAroundFileInString(String members, String expected) {
        String unquoted = members.replace('\'', '"');
        String json = PagedPayloads.customers(60);
        String csv = IntStream.range(0, 60)
                .mapToObj(i -> "cus_" + i + ",\"Müller, Zoë\",Quay Street " + i + "\n")
                .collect(java.util.stream.Collectors.joining("", "id,name,street\n", ""));

        for (String file : new String[] {json, "{\"rows\":" + json + "}", csv}) {
            for (String inside : new String[] {
                "\"content\":" + Seed.quoted(file),
                "\"content\":[{\"type\":\"text\",\"text\":" + Seed.quoted(file) + "}]"
            }) {
                String structured = "{" + unquoted + "," + inside + "}";
                Answer first = Seed.of(Preset.BALANCED, policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, 500))
                        .guard("{\"content\":[{\"type\":\"text\",\"text\":" + Seed.quoted(structured)
                                + "}],\"structuredContent\":" + structured + "}");
                assertThat(first.page().path("upstream").toString())
                        .as(inside.substring(0, 40) + first.whole())
                        .isEqualTo(
                                expected == null ? "" : "{" + expected.strip().replace('\'', '"') + "}");
            }
        }
    }

    @Test
    void quotesSentenceInBlockNextToList() {
        String result = "{\"content\":[{\"type\":\"text\",\"text\":\"Showing first 100 of 5000 customers\"},"
                + "{\"type\":\"text\",\"text\":" + Seed.quoted(PagedPayloads.customers(100)) + "}]}";

        Answer first = Seed.of(Preset.BALANCED).guard(result);

        assertThat(first.page().path("upstream").toString())
                .isEqualTo("{\"says\":\"Showing first 100 of 5000 customers\"}");
        assertThat(first.whole().path("content").toString()).contains("more exists");
    }

    // --- limits

    @ParameterizedTest
    @ValueSource(ints = {220, 300, 1_000})
    void longTokenNeverBreaksBudget(int budget) {
        String token = "AQ".repeat(900);
        String page = "{\"NextToken\":\"" + token + "\",\"rows\":" + PagedPayloads.customers(60) + "}";
        for (Preset preset : new Preset[] {Preset.BALANCED, Preset.LIST, Preset.PROBE, Preset.CURSOR, Preset.GUIDED}) {
            Seed seed = Seed.of(preset, policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, budget))
                    .tool("heavy_customers");
            Answer first = seed.text(page);

            assertThat(first.guarded().receipt().answerTokens()).isLessThanOrEqualTo(budget);
            assertThat(upstream(first))
                    .as(preset + first.text())
                    .contains("AQAQAQ")
                    .contains("1800 characters");
        }
    }

    @Test
    void errorReportsNoTotals() {
        String result = "{\"content\":[{\"type\":\"text\",\"text\":" + Seed.quoted(report() + "\noutput truncated")
                + "}],\"isError\":true}";

        assertThat(Seed.of(Preset.BALANCED).guard(result).page().has("upstream"))
                .isFalse();
    }

    private static String report() {
        return IntStream.range(0, 500)
                .mapToObj(i -> "Berth " + i
                        + " at Port Ellen was surveyed and its fenders were found worn on the landward side.")
                .collect(java.util.stream.Collectors.joining("\n"));
    }

    /**
     * Returns the upstream information visible to a model; empty if there is none.
     */
    private static String upstream(Answer answer) {
        return header(answer, "upstream").isMissingNode()
                ? ""
                : header(answer, "upstream").toString();
    }

    private static String notice(Answer answer) {
        return header(answer, "notice").asString("");
    }

    private static tools.jackson.databind.JsonNode header(Answer answer, String name) {
        // the styles trim and receipt keep their header inside the object
        tools.jackson.databind.JsonNode json = answer.json();
        return json.path("_plimsoll").has(name) ? json.path("_plimsoll").path(name) : json.path(name);
    }
}

package dev.plimsoll.gateway.proxy;

import static dev.plimsoll.gateway.proxy.RelayFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.access.CallerRules;
import dev.plimsoll.gateway.fixture.PagedServer;
import dev.plimsoll.policy.PagingKeys;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.telemetry.OutcomeKind;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Tests that the calls for further pages pass the checks of any call. */
@Timeout(60)
class CollectChecksTest extends CollectFixture {

    @Test
    void pagesCountForTheRateLimitOfTheTool() throws Exception {
        try (RelayFixture relay = relay(new PolicyRule("crm", policy -> policy.with(Policy.RATE_LIMIT, 5)))) {
            JsonNode answer =
                    document(read(relay, cursorOf(relay, "crm"), "\"collect\":true,\"query\":\".results|length\""));
            assertThat(answer.get("results").toString()).isEqualTo("[500]");
            assertThat(answer.get("notice").asString())
                    .contains("RATE_LIMITED, the tool crm allows 5 calls per minute");
            assertThat(calls).hasSize(5);
        }
    }

    @Test
    void aCallerWhoLostItsTierReadsNoPage() throws Exception {
        try (RelayFixture relay = relay(new PolicyRule("crm", policy -> policy.with(Policy.TIER, Tier.ADMIN)))) {
            String cursor = cursorOf(relay, "crm");
            relay.setTier(Tier.READ);
            assertThat(document(read(relay, cursor, "\"collect\":true"))
                            .at("/error/code")
                            .asString())
                    .isEqualTo("FORBIDDEN");
            assertThat(calls).hasSize(1);
        }
    }

    @Test
    void accessRulesHoldForEachPage() throws Exception {
        AccessRules rules = AccessRules.of(Map.of("*", "!has(request.args.page) || request.args.page < 4"));
        try (RelayFixture relay = new RelayFixture(Policies.of(POLICY), new CallerRules(rules, Map.of()))) {
            relay.exchange(1, "tools/list", "{}", PagedServer.tools());
            JsonNode answer =
                    document(read(relay, cursorOf(relay, "crm"), "\"collect\":true,\"query\":\".results|length\""));
            assertThat(answer.get("results").toString()).isEqualTo("[300]");
            assertThat(answer.get("notice").asString())
                    .contains("FORBIDDEN, this caller may not use the tool crm with these arguments");
            assertThat(calls).hasSize(3);
        }
    }

    @Test
    void pagesAreReadFromTheServerAndNotFromTheCache() throws Exception {
        CacheFixture fixture = new CacheFixture(Policies.of(POLICY.with(Policy.CACHE_TTL, Duration.ofHours(1))));
        try (RelayFixture relay = fixture.relayFor("ann", Catalog.FULL)) {
            relay.exchange(1, "tools/list", "{}", PagedServer.tools());
            call(relay, params("jira", "{\"startAt\":100}"));
            String cursor = cursorOf(relay, "jira");
            for (int i = 0; i < 2; i++) {
                assertThat(text(read(relay, cursor, "\"collect\":3,\"query\":\".issues|length\"")))
                        .contains("[300]");
            }
            assertThat(calls).hasSize(6);
            // the joined result does not replace the cached page
            assertThat(CacheFixture.isHit(call(relay, params("jira", "{\"startAt\":100}"))))
                    .isTrue();
            assertThat(calls).hasSize(6);
        }
    }

    @Test
    void pagesAreInnerCallsAndTheAnswerIsRecorded() throws Exception {
        CacheFixture fixture = new CacheFixture(Policies.of(POLICY));
        try (RelayFixture relay = fixture.relayFor("ann")) {
            relay.exchange(1, "tools/list", "{}", PagedServer.tools());
            read(relay, cursorOf(relay, "slack"), "\"collect\":3");
            assertThat(fixture.receipts.stream().map(receipt -> receipt.outcome()))
                    .containsExactly(
                            OutcomeKind.PAGINATED, OutcomeKind.INNER, OutcomeKind.INNER, OutcomeKind.PAGINATED);
        }
    }

    @Test
    void refusesToCompareAPageWithJoinedPages() throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, "jira");
            String cursorOfJoinedPages = cursorIn(text(read(relay, cursor, "\"collect\":3")));
            assertThat(message(call(relay, params("jira", "{\"changes_since\":\"" + cursorOfJoinedPages + "\"}"))))
                    .contains("one of the results joins pages of the server (collect), and the other is one page");
            int callsBefore = calls.size();
            assertThat(message(read(relay, cursor, "\"collect\":3,\"changes_since\":\"" + cursor + "\"")))
                    .contains("changes_since is an argument of the tool");
            assertThat(calls).hasSize(callsBefore);
        }
    }

    @Test
    void aSessionBudgetCountsTheAnswerAlone() throws Exception {
        CacheFixture fixture = new CacheFixture(Policies.of(POLICY.with(Policy.SESSION_BUDGET, 100_000)));
        try (RelayFixture relay = fixture.relayFor("ann")) {
            relay.exchange(1, "tools/list", "{}", PagedServer.tools());
            JsonNode result = read(relay, cursorOf(relay, "crm"), "\"collect\":true,\"query\":\".count\"");
            assertThat(document(result).get("results").toString()).isEqualTo("[5000]");
            assertThat(calls).hasSize(50);
            // two answers within the budget of 600 tokens
            JsonNode budget = result.get("_meta").get("dev.plimsoll/budget");
            assertThat(budget.get("sessionRemaining").asInt()).isBetween(100_000 - 1_200, 99_999);
        }
    }

    private static Policy withArchivePaging(Policy policy) {
        return policy.with(PagingKeys.ARGUMENT, "start_token")
                .with(PagingKeys.NEXT, "meta.links.onward")
                .with(PagingKeys.ITEMS, "payload.entries");
    }

    @Test
    void aRuleWithAWrongArgumentIsAnErrorThatNamesIt() throws Exception {
        try (RelayFixture relay = relay(
                new PolicyRule("archive", policy -> withArchivePaging(policy).with(PagingKeys.ARGUMENT, "start")))) {
            JsonNode answer = document(read(relay, cursorOf(relay, "archive"), "\"collect\":true"));
            assertThat(answer.at("/error/code").asString()).isEqualTo("INVALID_REQUEST");
            assertThat(answer.at("/error/message").asString())
                    .isEqualTo("collect: paging.argument: archive has no argument start; did you mean start_token?");
            assertThat(calls).hasSize(1);
        }
    }

    @Test
    void aRuleWithAWrongPathIsAnErrorThatNamesIt() throws Exception {
        try (RelayFixture relay = relay(
                new PolicyRule("archive", policy -> withArchivePaging(policy).with(PagingKeys.NEXT, "links.onward")))) {
            JsonNode answer = document(read(relay, cursorOf(relay, "archive"), "\"collect\":true"));
            assertThat(answer.at("/error/message").asString())
                    .isEqualTo("collect: paging.next: the page has nothing at links.onward");
            assertThat(calls).hasSize(1);
        }
    }

    @Test
    void aRuleForManyToolsReportsListsThatItDoesNotMatch() throws Exception {
        try (RelayFixture relay =
                relay(new PolicyRule("*", policy -> withArchivePaging(policy).with(PagingKeys.COLLECT, 5)))) {
            String refused = text(call(relay, params("no_page_argument", "{\"state\":\"open\"}")));
            assertThat(refused).contains("paging.argument: no_page_argument has no argument start_token; it has state");
        }
    }
}

package dev.plimsoll.gateway.proxy.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.proxy.RelayFixture;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RequestContextTest {

    private static final String CALL = "{\"name\":\"list\",\"arguments\":{}}";
    private static final Policies DEFAULT_BUDGET = Policies.of(Policy.defaults());
    private static final Policies SMALL_BUDGET =
            Policies.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500));

    private static int budget(JsonNode result) {
        return result.get("_meta").get("dev.plimsoll/budget").get("threshold").asInt();
    }

    @Test
    void aRequestUsesOneConfiguration() throws Exception {
        try (RelayFixture relay = new RelayFixture(DEFAULT_BUDGET)) {
            relay.open("2025-11-25", "{\"tools\":{}}");
            relay.request(1, "tools/call", CALL);
            assertThat(relay.nextAtServer()).contains("tools/call");
            relay.setPolicies(SMALL_BUDGET);
            relay.request(2, "tools/call", CALL);
            assertThat(relay.nextAtServer()).contains("tools/call");

            String records = RelayFixture.textResult(RelayFixture.records(400));
            int budgetOfEarlierCall = budget(relay.result(1, records).nextResult());
            int budgetOfLaterCall = budget(relay.result(2, records).nextResult());

            assertThat(budgetOfEarlierCall).isEqualTo(4000);
            assertThat(budgetOfLaterCall).isEqualTo(500);
        }
    }
}

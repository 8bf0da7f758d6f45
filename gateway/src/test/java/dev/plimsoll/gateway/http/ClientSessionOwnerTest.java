package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.http.mcp.ClientSession;
import dev.plimsoll.policy.Tier;
import org.junit.jupiter.api.Test;

class ClientSessionOwnerTest {

    @Test
    void belongsOnlyToCallerWithSameSubjectAndTier() {
        ClientSession clientSession = new ClientSession(
                "id", new AuthenticatedCaller("token ci", Tier.ADMIN), ClientSession.Transport.STREAMABLE_HTTP);
        assertThat(clientSession.belongsTo(new AuthenticatedCaller("token ci", Tier.ADMIN)))
                .isTrue();
        assertThat(clientSession.belongsTo(new AuthenticatedCaller("token ci", Tier.READ)))
                .isFalse();
        assertThat(clientSession.belongsTo(new AuthenticatedCaller("token other", Tier.ADMIN)))
                .isFalse();
    }
}

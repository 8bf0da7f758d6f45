package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.policy.Tier;
import org.junit.jupiter.api.Test;

class SessionOwnerTest {

    @Test
    void aCallerWhoMayDoLessBeginsAnew() {
        Session session = new Session("id", new Caller("token ci", Tier.ADMIN));
        assertThat(session.belongsTo(new Caller("token ci", Tier.ADMIN))).isTrue();
        assertThat(session.belongsTo(new Caller("token ci", Tier.READ))).isFalse();
        assertThat(session.belongsTo(new Caller("token other", Tier.ADMIN))).isFalse();
    }
}

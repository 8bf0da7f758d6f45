package dev.plimsoll.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Tier;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuthenticatedCallerTest {

    /**
     * Checks that anonymous callers are distinguished by their IPv4 address, or by the /64 network of their
     * IPv6 address, because a caller can use every address of its network.
     */
    @ParameterizedTest
    @CsvSource({
        "192.0.2.7, 192.0.2.7",
        "2001:db8:1:2:3:4:5:6, 20:01:0d:b8:00:01:00:02",
        "2001:db8:1:2::1, 20:01:0d:b8:00:01:00:02"
    })
    void anonymousCallersAreDistinguishedByAddress(String address, String expectedKey) throws Exception {
        AuthenticatedCaller authenticatedCaller = AuthenticatedCaller.anonymousAt(InetAddress.getByName(address));
        assertThat(authenticatedCaller).isEqualTo(new AuthenticatedCaller("anyone", Tier.ADMIN, expectedKey));
        assertThat(authenticatedCaller.isAnonymous()).isTrue();
    }

    @Test
    void isAnonymousWithoutAddress() {
        assertThat(AuthenticatedCaller.anonymousAt(null)).isSameAs(AuthenticatedCaller.ANONYMOUS);
        assertThat(AuthenticatedCaller.ANONYMOUS.isAnonymous()).isTrue();
        assertThat(new AuthenticatedCaller("token ann", Tier.ADMIN).isAnonymous())
                .isFalse();
        assertThat(new AuthenticatedCaller("anyone", Tier.READ).isAnonymous()).isFalse();
    }

    @Test
    void isSameCallerAtAnyAddress() {
        AuthenticatedCaller caller = new AuthenticatedCaller("token ann", Tier.READ, "192.0.2.7");
        assertThat(caller.isSameAs(new AuthenticatedCaller("token ann", Tier.READ, "192.0.2.8")))
                .isTrue();
        assertThat(caller.isSameAs(new AuthenticatedCaller("token ann", Tier.ADMIN, "192.0.2.7")))
                .isFalse();
        assertThat(caller.isSameAs(new AuthenticatedCaller("token ben", Tier.READ, "192.0.2.7")))
                .isFalse();
    }
}

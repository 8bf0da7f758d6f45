package dev.plimsoll.gateway.replica;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PeerAddressesTest {

    @Test
    void keepsUrlWithSingleAddress() {
        for (String peer : new String[] {"http://127.0.0.1:8080", "http://[::1]:8080/path", "http://no.such.invalid"}) {
            assertThat(ReplicaPeers.resolveUrls(peer)).containsExactly(peer);
        }
    }

    /**
     * Checks that a host name is resolved to all its addresses. On many machines, {@code localhost} has an IPv4 and
     * an IPv6 address.
     */
    @Test
    void resolvesNameToAllAddresses() {
        assertThat(ReplicaPeers.resolveUrls("http://localhost:8080/path"))
                .isNotEmpty()
                .allMatch(url -> url.matches("http://(localhost|127\\.0\\.0\\.1|\\[[0-9a-f:]+]):8080/path"));
    }

    /** Checks that an https URL keeps its host name, because the certificate is for the name. */
    @Test
    void keepsHostNameWithHttps() {
        assertThat(ReplicaPeers.resolveUrls("https://localhost:8443")).containsExactly("https://localhost:8443");
    }
}

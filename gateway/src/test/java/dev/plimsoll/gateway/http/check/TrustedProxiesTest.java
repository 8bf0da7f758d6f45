package dev.plimsoll.gateway.http.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.NetworkConfig;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustedProxiesTest {

    private final TrustedProxies trustedProxies =
            new TrustedProxies(Stream.of("10.0.0.0/8", "2001:db8::/32", "192.0.2.7")
                    .map(NetworkConfig::parse)
                    .map(Objects::requireNonNull)
                    .toList());

    private static InetAddress address(String text) {
        return Objects.requireNonNull(NetworkConfig.parseAddress(text));
    }

    private static List<String> header(@Nullable String value) {
        return value == null ? List.of() : List.of(value);
    }

    /**
     * Checks the caller's address. If all addresses belong to trusted proxies, it is the first one. An invalid entry
     * ends the search. If the two headers name different addresses, the address of the connection is used.
     */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "10.0.0.1 | - | - | 10.0.0.1",
                "10.0.0.1 | 198.51.100.1 | - | 198.51.100.1",
                "10.0.0.1 | 6.6.6.6, 198.51.100.1 | - | 198.51.100.1",
                "10.0.0.1 | 198.51.100.1, 192.0.2.7 , 10.9.9.9 | - | 198.51.100.1",
                "10.0.0.1 | 198.51.100.1:4711 | - | 198.51.100.1",
                "10.0.0.1 | 2001:db9::1 | - | 2001:db9::1",
                "10.0.0.1 | [2001:db9::1]:80 | - | 2001:db9::1",
                "10.0.0.1 | 10.1.1.1, 10.2.2.2 | - | 10.1.1.1",
                "2001:db8:1::2 | 198.51.100.1 | - | 198.51.100.1",
                "198.51.100.9 | 6.6.6.6 | for=6.6.6.6 | 198.51.100.9",
                "10.0.0.1 | 198.51.100.1, unknown | - | 10.0.0.1",
                "10.0.0.1 | 198.51.100.1, localhost, 10.0.0.2 | - | 10.0.0.2",
                "10.0.0.1 | 198.51.100.1,, | - | 10.0.0.1",
                "10.0.0.1 | fe80::1%eth0 | - | 10.0.0.1",
                "10.0.0.1 | 256.1.1.1 | - | 10.0.0.1",
                "10.0.0.1 | 16909060 | - | 10.0.0.1",
                "10.0.0.1 | - | for=198.51.100.1;proto=https | 198.51.100.1",
                "10.0.0.1 | - | by=10.0.0.1; For=\"[2001:db9::1]:4711\" | 2001:db9::1",
                "10.0.0.1 | - | for=6.6.6.6, for=_hidden | 10.0.0.1",
                "10.0.0.1 | - | proto=https | 10.0.0.1",
                "10.0.0.1 | 198.51.100.1 | for=198.51.100.1 | 198.51.100.1",
                "10.0.0.1 | 198.51.100.1 | for=6.6.6.6 | 10.0.0.1",
            })
    void usesLastAddressThatIsNotATrustedProxy(
            String connectionAddress,
            @Nullable String xForwardedFor,
            @Nullable String forwarded,
            String callerAddress) {
        assertThat(trustedProxies.callerAddress(address(connectionAddress), header(xForwardedFor), header(forwarded)))
                .isEqualTo(address(callerAddress));
    }

    @Test
    void joinsRepeatedHeaders() {
        assertThat(trustedProxies.callerAddress(
                        address("10.0.0.1"), List.of("6.6.6.6", "198.51.100.1, 10.3.3.3"), List.of()))
                .isEqualTo(address("198.51.100.1"));
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.0/8, 10.255.0.1, 11.0.0.0", "10.1.2.128/25, 10.1.2.129, 10.1.2.127", "::/0, ::1, 1.1.1.1"})
    void networkContainsAddressesWithItsPrefix(String network, String inside, String outside) {
        NetworkConfig parsedNetwork = Objects.requireNonNull(NetworkConfig.parse(network));
        assertThat(parsedNetwork.contains(address(inside))).isTrue();
        assertThat(parsedNetwork.contains(address(outside))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "localhost", "10.0.0", "10.0.0.0/8/8", "::/129", "x:y"})
    void invalidNetworkIsNull(String text) {
        assertThat(NetworkConfig.parse(text)).isNull();
    }
}

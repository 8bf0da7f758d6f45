package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.access.AccessRequest;
import dev.plimsoll.gateway.access.AccessRequest.Kind;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.NetworkConfig;
import dev.plimsoll.gateway.tls.TestCertificate;
import dev.plimsoll.policy.Tier;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests errors and warnings about settings for authentication, TLS, and proxies. */
class AccessConfigErrorsTest {

    private static final String HASH_A = "'sha256:" + "aa".repeat(32) + "'";
    private static final String HASH_B = "'sha256:" + "bb".repeat(32) + "'";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "auth: { tokens: [{ id: a, hash: A }, { id: a, hash: B }] }|auth.tokens[1].id: must be unique,"
                        + " got a again",
                "auth: { tokens: [{ id: a, hash: A }, { id: b, hash: A }] }|auth.tokens[1].hash: must be unique,"
                        + " got that of auth.tokens[0] again",
                "auth: { tokens: [{ id: a, hash: A, expires: soon }] }|expires: must be a time such as"
                        + " 2027-01-31T00:00:00Z, got soon",
                "auth: { tokens: [{ id: a, hash: A, expires: 2027-01-31 }] }|expires: must be a time such as",
                "auth: { oauth: { audience: a } }|auth.oauth.audience: requires auth.oauth.issuer",
                "auth: { oauth: { tier: read } }|auth.oauth.tier: requires auth.oauth.issuer",
                "auth: { oauth: { issuer: 'http://login.example' } }|auth.oauth.issuer: must be an https URL",
                "auth: { oauth: { issuer: 'https://a.example/?b' } }|auth.oauth.issuer: must be an https URL",
                "auth: { oauth: { issuer: 'https://a.example', jwks: 'http://127.0.0.1.b.example/' } }|auth.oauth.jwks: must",
                "{ listen: '0.0.0.0:1', auth: { oauth: { issuer: 'https://a.example' } } }|auth.oauth.issuer: requires"
                        + " publicUrl or auth.oauth.audience",
                "callers: { 'token a': { weight: 0 } }|weight: must be a whole number from 1 to",
                "access: { '/x': { allow: 'true' } }|access",
                "publicUrl: 'https://u:p@a.example'|publicUrl: must not have a user",
                "trustedProxies: [10.0.0.0/33]|trustedProxies[0]: must be an address, or a range such as 10.0.0.0/8, got",
                "tls: { key: k.pem }|tls.key: requires tls.certificate",
                "tls: { key: k.pem, certificate: c.pem }|c.pem: there is no such file",
            })
    void reportsErrors(String text, String expected) {
        assertThat(new ConfigSandbox(folder)
                        .file(text.replace("hash: A", "hash: " + HASH_A).replace("hash: B", "hash: " + HASH_B))
                        .errors())
                .singleElement()
                .asString()
                .contains(expected)
                .doesNotContain("aaaa");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "auth: { tokens: [{ id: a, hash: A, expires: '2001-01-01T00:00:00Z' }] }|is in the past",
                "auth: { tokens: [] }|is empty",
                "auth: { oauth: { scopes: { read: a } } }|has no effect without auth.oauth.issuer",
                "{ listen: '0.0.0.0:1', auth: { tokens: [{ id: a, hash: A }] } }|tokens can be intercepted",
            })
    void reportsWarnings(String text, String expected) {
        assertThat(new ConfigSandbox(folder)
                        .file(text.replace("hash: A", "hash: " + HASH_A))
                        .read()
                        .warnings())
                .singleElement()
                .asString()
                .contains(expected);
    }

    @Test
    void readsAllAccessSettings() throws Exception {
        TestCertificate certificate = TestCertificate.of(folder, "EC", "-validity", "30");
        AccessConfig accessConfig = new ConfigSandbox(folder)
                .file("{ listen: '0.0.0.0:1', publicUrl: 'https://gate.example/', maxConnections: 7,"
                        + " access: { 'files/file:///data/*': { allow: 'true' } }, callers: { 'token *': { weight: 3 } },"
                        + " maxInFlight: 5, trustedProxies: [127.0.0.1, '2001:db8::/32'],"
                        + " tls: { certificate: '" + certificate.writeFiles().certificate() + "', key: '"
                        + certificate.writeFiles().key() + "' },"
                        + " auth: { tokens: [{ id: a, hash: "
                        + HASH_A.toUpperCase(java.util.Locale.ROOT).replace("SHA", "sha")
                        + ", tier: admin, expires: '2999-01-01T02:00:00+02:00' }],"
                        + " oauth: { issuer: 'http://localhost:5/x/', audience: me, tier: read,"
                        + " scopes: { admin: ' root  boss ' } } } }")
                .read()
                .configuration()
                .serving()
                .access();
        assertThat(accessConfig.requiresAuthentication()).isTrue();
        assertThat(accessConfig.traffic().maxConnections()).isEqualTo(7);
        assertThat(accessConfig.traffic().maxInFlight()).isEqualTo(5);
        assertThat(accessConfig.traffic().trustedProxies())
                .extracting(NetworkConfig::bits)
                .containsExactly(32, 32);
        assertThat(accessConfig.traffic().weights().applyAsInt("token a")).isEqualTo(3);
        AccessRequest read = new AccessRequest(Kind.RESOURCE, "files", "file:///data/x", null);
        assertThat(accessConfig.rules().allows(read, Map.of())).isTrue();
        assertThat(accessConfig.publicUrl()).hasToString("https://gate.example");
        assertThat(accessConfig.tls()).isEqualTo(certificate.writeFiles());
        assertThat(accessConfig.tokens()).singleElement().satisfies(token -> {
            assertThat(token.hash()).isEqualTo("aa".repeat(32));
            assertThat(token.tier()).isEqualTo(Tier.ADMIN);
            assertThat(token.expires()).isEqualTo(Instant.parse("2999-01-01T00:00:00Z"));
        });
        assertThat(accessConfig.oauth()).isNotNull().satisfies(oauth -> {
            assertThat(oauth.issuer()).isEqualTo("http://localhost:5/x/");
            assertThat(oauth.scopes().get(Tier.ADMIN)).isEqualTo(List.of("root", "boss"));
            assertThat(oauth.defaultTier()).isEqualTo(Tier.READ);
        });
        assertThat(accessConfig.toString()).doesNotContain("aaaa");
    }
}

package dev.plimsoll.gateway.config.model;

import dev.plimsoll.gateway.access.AccessRules;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings for caller access to {@code serve}.
 *
 * @param oauth null if no access tokens of an authorization server are accepted
 * @param tls null for no encryption
 * @param publicUrl URL that callers use, without a final slash; null: the URL is taken from the {@code Host}
 * header
 * @param traffic limits and trusted proxies
 * @param rules rules that decide which calls callers may make
 */
public record AccessConfig(
        List<CallerToken> tokens,
        @Nullable OAuthConfig oauth,
        @Nullable TlsConfig tls,
        @Nullable URI publicUrl,
        TrafficConfig traffic,
        AccessRules rules) {

    public AccessConfig {
        tokens = List.copyOf(tokens);
    }

    /** Returns the defaults, with open access. */
    public static AccessConfig open() {
        return new AccessConfig(List.of(), null, null, null, TrafficConfig.defaults(), AccessRules.NONE);
    }

    /** Returns the settings for certificates of callers; null if callers cannot authenticate with certificates. */
    public @Nullable ClientCertificates clientCertificates() {
        return tls == null ? null : tls.clients();
    }

    /** Returns whether callers must authenticate. */
    public boolean requiresAuthentication() {
        return !tokens.isEmpty() || oauth != null || clientCertificates() != null;
    }
}

package dev.plimsoll.gateway.upstream.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Credentials that use a new token after the server has refused the old one. */
final class RenewedCredentials implements UpstreamCredentials {

    private String token = "Bearer old";

    @Override
    public String authorization() {
        return token;
    }

    @Override
    public boolean onUnauthorized(@Nullable String sent, List<String> challenges) {
        boolean isOldTokenRefused =
                "Bearer old".equals(sent) && challenges.equals(List.of("Bearer error=\"invalid_token\""));
        token = "Bearer new";
        return isOldTokenRefused;
    }
}

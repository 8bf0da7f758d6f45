package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.config.key.LoopbackAddress;
import dev.plimsoll.gateway.http.exchange.HttpService.ServiceRequest;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the address to which an authorization server sends the browser back. It is always an address of this
 * gateway, in the form that the browser uses. The browser brings the code of the login there, so the address
 * must not belong to another site or use plain http over a network.
 */
final class CallbackAddress {

    static final String PATH = "/oauth/callback";

    private CallbackAddress() {}

    /**
     * Returns the address.
     *
     * @param serviceRequest the request of the dashboard that starts the login
     * @param publicUrl the configured URL of the gateway behind a proxy; null if it is not set
     */
    static URI resolve(ServiceRequest serviceRequest, @Nullable URI publicUrl) {
        String origin = serviceRequest.header().apply("Origin");
        String host = serviceRequest.header().apply("Host");
        URI page = origin == null ? null : parse(origin.toLowerCase(Locale.ROOT));
        if (page == null) {
            throw refusal("a login starts in a browser, which sends its Origin", "use the dashboard");
        }
        boolean isGatewayHost = page.getRawAuthority().equalsIgnoreCase(host);
        boolean isPublicUrl = publicUrl != null
                && page.getScheme().equalsIgnoreCase(publicUrl.getScheme())
                && page.getRawAuthority().equalsIgnoreCase(publicUrl.getRawAuthority());
        if (!isGatewayHost && !isPublicUrl) {
            throw refusal(
                    "the page of this login is not at the address of the gateway",
                    "open the dashboard at the address of the gateway, or set publicUrl");
        }
        boolean isConfidential = page.getScheme().equals("https")
                || (page.getScheme().equals("http") && LoopbackAddress.matches(page.getHost()));
        if (!isConfidential) {
            throw refusal(
                    "a login needs https, or a dashboard on this machine: others could read its code",
                    "open the dashboard over https or at 127.0.0.1");
        }
        return URI.create(page.getScheme() + "://" + page.getRawAuthority() + PATH);
    }

    private static @Nullable URI parse(String origin) {
        try {
            URI uri = new URI(origin);
            boolean isOrigin = uri.getScheme() != null && uri.getHost() != null && uri.getRawUserInfo() == null;
            return isOrigin ? uri : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    private static RefusedException refusal(String message, String suggestion) {
        return new RefusedException(
                ErrorCode.INVALID_REQUEST,
                message,
                suggestion + "; or run plimsoll login NAME on the machine of the gateway");
    }
}

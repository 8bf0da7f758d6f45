package dev.plimsoll.gateway.auth;

import dev.plimsoll.policy.Tier;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a request.
 *
 * @param subject stable identity of the caller, the same at any time and in any replica
 * @param tier the tools that the caller may see and call
 * @param networkAddress address or network of an anonymous caller, if known; otherwise empty
 * @param claims the claims of the caller that access rules read
 */
public record AuthenticatedCaller(String subject, Tier tier, String networkAddress, Map<String, Object> claims) {

    /** Bytes of an IPv6 address that identify the network. Hosts can choose the rest. */
    private static final int NETWORK_BYTES = 8;

    /** The anonymous caller, if no authentication is required. */
    public static final AuthenticatedCaller ANONYMOUS = new AuthenticatedCaller("anyone", Tier.ADMIN);

    public AuthenticatedCaller {
        claims = Map.copyOf(claims);
    }

    public AuthenticatedCaller(String subject, Tier tier) {
        this(subject, tier, "", Map.of());
    }

    public AuthenticatedCaller(String subject, Tier tier, String networkAddress) {
        this(subject, tier, networkAddress, Map.of());
    }

    /** Returns an anonymous caller at this address. */
    public static AuthenticatedCaller anonymousAt(@Nullable InetAddress address) {
        return address == null
                ? ANONYMOUS
                : new AuthenticatedCaller(ANONYMOUS.subject, ANONYMOUS.tier, addressOrNetwork(address));
    }

    private static String addressOrNetwork(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet6Address
                ? HexFormat.ofDelimiter(":").formatHex(Arrays.copyOf(bytes, NETWORK_BYTES))
                : address.getHostAddress();
    }

    /** Returns whether both callers have the same identity, tier, and claims, regardless of their network addresses. */
    public boolean isSameAs(AuthenticatedCaller other) {
        return subject.equals(other.subject) && tier == other.tier && claims.equals(other.claims);
    }

    /** Returns the name under which the caller holds shared resources. Anonymous callers differ by their addresses. */
    public String holder() {
        return networkAddress.isEmpty() ? subject : subject + " at " + networkAddress;
    }

    /** Returns whether this is an anonymous caller. */
    public boolean isAnonymous() {
        return isSameAs(ANONYMOUS);
    }
}

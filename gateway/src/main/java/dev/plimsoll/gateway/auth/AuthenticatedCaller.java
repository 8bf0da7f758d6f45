package dev.plimsoll.gateway.auth;

import dev.plimsoll.policy.Tier;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Who calls.
 *
 * @param subject who it is: the same text for the same caller, at any time and in any replica
 * @param tier which tools they may see and call
 * @param place where those come from who do not say who they are; empty for everybody else
 */
public record AuthenticatedCaller(String subject, Tier tier, String place) {

    /** Of an IPv6 address, what a network cannot choose at will. */
    private static final int NETWORK_BYTES = 8;

    /** Everyone, where nobody has to say who they are. */
    public static final AuthenticatedCaller ANYONE = new AuthenticatedCaller("anyone", Tier.ADMIN);

    public AuthenticatedCaller(String subject, Tier tier) {
        this(subject, tier, "");
    }

    /** Someone there, where nobody has to say who they are. */
    public static AuthenticatedCaller anyoneAt(@Nullable InetAddress from) {
        return from == null ? ANYONE : new AuthenticatedCaller(ANYONE.subject, ANYONE.tier, place(from));
    }

    private static String place(InetAddress from) {
        byte[] address = from.getAddress();
        return from instanceof Inet6Address
                ? HexFormat.ofDelimiter(":").formatHex(Arrays.copyOf(address, NETWORK_BYTES))
                : from.getHostAddress();
    }

    /** Whether both are the same and may do the same, wherever they are. */
    public boolean isSameAs(AuthenticatedCaller other) {
        return subject.equals(other.subject) && tier == other.tier;
    }

    /** Whether it is someone who has not said who they are. */
    public boolean isAnyone() {
        return isSameAs(ANYONE);
    }
}

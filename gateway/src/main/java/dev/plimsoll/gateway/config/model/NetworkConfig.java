package dev.plimsoll.gateway.config.model;

import java.net.InetAddress;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of IP addresses with a common prefix (CIDR).
 *
 * @param base any address in the range, usually the first one; only its first {@code bits} bits count
 * @param bits length of the prefix, in bits
 */
public record NetworkConfig(InetAddress base, int bits) {

    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    /** Parses an address or a range such as {@code 10.0.0.0/8}; null if it is neither. */
    public static @Nullable NetworkConfig parse(String text) {
        int slash = text.indexOf('/');
        InetAddress base = parseAddress(slash < 0 ? text : text.substring(0, slash));
        if (base == null) {
            return null;
        }
        int maxBits = base.getAddress().length * Byte.SIZE;
        int bits = slash < 0 ? maxBits : parseBits(text.substring(slash + 1));
        return bits < 0 || bits > maxBits ? null : new NetworkConfig(base, bits);
    }

    private static int parseBits(String text) {
        return text.matches("\\d{1,3}") ? Integer.parseInt(text) : -1;
    }

    /** Parses an address; null if it is not one. Does not look up names. */
    public static @Nullable InetAddress parseAddress(String text) {
        boolean isIpv6 = text.indexOf(':') >= 0 && text.indexOf('%') < 0;
        if (!isIpv6 && !IPV4.matcher(text).matches()) {
            return null;
        }
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    public boolean contains(InetAddress address) {
        byte[] baseBytes = base.getAddress();
        byte[] addressBytes = address.getAddress();
        if (baseBytes.length != addressBytes.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit += Byte.SIZE) {
            int difference = baseBytes[bit / Byte.SIZE] ^ addressBytes[bit / Byte.SIZE];
            // ones for those bits of this byte that belong to the prefix
            int mask = 0xFF << Math.max(0, Byte.SIZE - (bits - bit));
            if ((difference & mask & 0xFF) != 0) {
                return false;
            }
        }
        return true;
    }
}

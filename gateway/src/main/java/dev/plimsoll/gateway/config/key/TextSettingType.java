package dev.plimsoll.gateway.config.key;

import dev.plimsoll.gateway.config.model.NetworkConfig;
import dev.plimsoll.policy.setting.SettingType;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Locale;

/** Setting type for texts in a required format. */
final class TextSettingType extends SettingType<String> {

    private static final int MAX_LENGTH = 4096;
    private static final int MAX_PREFIX_LENGTH = 64;
    private static final int HEX_DIGITS = 64;
    private static final int PORT_COUNT = 65_536;
    private static final String HASH = "sha256:";

    /** Required format of a text. */
    enum Format {
        ANY("a text"),
        PATH("a path; a relative one starts in the data folder"),
        OWN_PATH("a path; a relative one starts in the working folder"),
        URL("an http or https URL"),
        SAFE_URL("an https URL without query and fragment; http only for this machine"),
        INSTANT("a time such as 2027-01-31T00:00:00Z"),
        REDIS_URL("a redis, redis-sentinel, or redis-cluster URL; rediss for TLS"),
        PREFIX("1 to 64 letters, digits, dots, hyphens, or underscores"),
        LISTEN("HOST:PORT"),
        NETWORK("an address, or a range such as 10.0.0.0/8"),
        HASH("sha256: and 64 hexadecimal digits, as `printf %s TOKEN | sha256sum` prints");

        private final String description;

        Format(String description) {
            this.description = description;
        }
    }

    private final Format format;

    TextSettingType(Format format) {
        super(Kind.TEXT, String.class);
        this.format = format;
    }

    @Override
    public String allowed() {
        return format.description;
    }

    @Override
    public String text(String value) {
        return value;
    }

    @Override
    protected String parseText(String text) {
        return text;
    }

    @Override
    protected boolean isAllowed(String value) {
        if (value.isEmpty() || value.length() > MAX_LENGTH || value.indexOf('\0') >= 0) {
            return false;
        }
        return switch (format) {
            case ANY, PATH, OWN_PATH -> true;
            case URL -> isUrl(value, "http", "https");
            case SAFE_URL -> isSafeUrl(value);
            case INSTANT -> isInstant(value);
            case REDIS_URL -> isRedisUrl(value);
            case PREFIX -> isPrefix(value);
            case LISTEN -> isListenAddress(value);
            case NETWORK -> NetworkConfig.parse(value) != null;
            case HASH -> isHash(value);
        };
    }

    private static boolean isUrl(String value, String scheme, String otherScheme) {
        try {
            URI uri = new URI(value);
            return (scheme.equalsIgnoreCase(uri.getScheme()) || otherScheme.equalsIgnoreCase(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getPort() < PORT_COUNT;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Checks only the scheme, because the URL may name several hosts, which {@code URI} does not allow. */
    private static boolean isRedisUrl(String value) {
        int end = value.indexOf("://");
        String scheme = end < 0 ? "" : value.substring(0, end).toLowerCase(Locale.ROOT);
        String schemeWithoutTls = scheme.startsWith("rediss") ? "redis".concat(scheme.substring(6)) : scheme;
        boolean isKnown = schemeWithoutTls.equals("redis")
                || schemeWithoutTls.equals("redis-sentinel")
                || schemeWithoutTls.equals("redis-cluster");
        return isKnown && value.length() > end + 3;
    }

    private static boolean isPrefix(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean isLetterOrDigit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!isLetterOrDigit && "._-".indexOf(c) < 0) {
                return false;
            }
        }
        return value.length() <= MAX_PREFIX_LENGTH;
    }

    /** Requires https except on this machine, because the content of this URL decides which callers are admitted. */
    private static boolean isSafeUrl(String value) {
        if (!isUrl(value, "http", "https")) {
            return false;
        }
        URI uri = URI.create(value);
        boolean hasOnlyPath = uri.getRawQuery() == null && uri.getRawFragment() == null && uri.getRawUserInfo() == null;
        return hasOnlyPath && ("https".equalsIgnoreCase(uri.getScheme()) || LoopbackAddress.matches(uri.getHost()));
    }

    private static boolean isInstant(String value) {
        try {
            return OffsetDateTime.parse(value).getYear() > 0;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean isListenAddress(String value) {
        int colon = value.lastIndexOf(':');
        boolean isBracketed = value.startsWith("[") && value.indexOf(']') == colon - 1;
        if (colon < 1 || (value.indexOf(':') < colon && !isBracketed)) {
            return false;
        }
        String port = value.substring(colon + 1);
        int number = 0;
        for (int i = 0; i < port.length(); i++) {
            char c = port.charAt(i);
            if (c < '0' || c > '9' || i > 4) {
                return false;
            }
            number = number * 10 + c - '0';
        }
        return !port.isEmpty() && number < PORT_COUNT;
    }

    private static boolean isHash(String value) {
        boolean isValid = value.startsWith(HASH) && value.length() == HASH.length() + HEX_DIGITS;
        for (int i = HASH.length(); i < value.length() && isValid; i++) {
            isValid = Character.digit(value.charAt(i), 16) >= 0 && value.charAt(i) < 0x80;
        }
        return isValid;
    }
}

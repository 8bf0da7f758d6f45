package dev.plimsoll.gateway.config.key;

import dev.plimsoll.gateway.config.model.NetworkConfig;
import dev.plimsoll.policy.SettingType;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Locale;

/** Setting type for texts in a required format. */
final class TextForm extends SettingType<String> {

    private static final int LONGEST = 4096;
    private static final int LONGEST_PREFIX = 64;
    private static final int HEX_DIGITS = 64;
    private static final int PORTS = 65_536;
    private static final String HASH = "sha256:";

    /** Required format of a text. */
    enum Look {
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

        private final String words;

        Look(String words) {
            this.words = words;
        }
    }

    private final Look look;

    TextForm(Look look) {
        super(Kind.TEXT, String.class);
        this.look = look;
    }

    @Override
    public String allowed() {
        return look.words;
    }

    @Override
    public String text(String value) {
        return value;
    }

    @Override
    protected String read(String text) {
        return text;
    }

    @Override
    protected boolean allows(String value) {
        if (value.isEmpty() || value.length() > LONGEST || value.indexOf('\0') >= 0) {
            return false;
        }
        return switch (look) {
            case ANY, PATH, OWN_PATH -> true;
            case URL -> url(value, "http", "https");
            case SAFE_URL -> safe(value);
            case INSTANT -> instant(value);
            case REDIS_URL -> redis(value);
            case PREFIX -> prefix(value);
            case LISTEN -> listen(value);
            case NETWORK -> NetworkConfig.of(value) != null;
            case HASH -> hash(value);
        };
    }

    private static boolean url(String value, String scheme, String other) {
        try {
            URI uri = new URI(value);
            return (scheme.equalsIgnoreCase(uri.getScheme()) || other.equalsIgnoreCase(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getPort() < PORTS;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Checks only the scheme, because the URL may name several hosts, which {@code URI} does not allow. */
    private static boolean redis(String value) {
        int end = value.indexOf("://");
        String scheme = end < 0 ? "" : value.substring(0, end).toLowerCase(Locale.ROOT);
        String plain = scheme.startsWith("rediss") ? "redis".concat(scheme.substring(6)) : scheme;
        boolean known = plain.equals("redis") || plain.equals("redis-sentinel") || plain.equals("redis-cluster");
        return known && value.length() > end + 3;
    }

    private static boolean prefix(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!letter && "._-".indexOf(c) < 0) {
                return false;
            }
        }
        return value.length() <= LONGEST_PREFIX;
    }

    /** Requires https except on this machine, because the content of this URL decides which callers are admitted. */
    private static boolean safe(String value) {
        if (!url(value, "http", "https")) {
            return false;
        }
        URI uri = URI.create(value);
        boolean plain = uri.getRawQuery() == null && uri.getRawFragment() == null && uri.getRawUserInfo() == null;
        return plain && ("https".equalsIgnoreCase(uri.getScheme()) || LoopbackAddress.names(uri.getHost()));
    }

    private static boolean instant(String value) {
        try {
            return OffsetDateTime.parse(value).getYear() > 0;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean listen(String value) {
        int colon = value.lastIndexOf(':');
        boolean bracketed = value.startsWith("[") && value.indexOf(']') == colon - 1;
        if (colon < 1 || (value.indexOf(':') < colon && !bracketed)) {
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
        return !port.isEmpty() && number < PORTS;
    }

    private static boolean hash(String value) {
        boolean valid = value.startsWith(HASH) && value.length() == HASH.length() + HEX_DIGITS;
        for (int i = HASH.length(); i < value.length() && valid; i++) {
            valid = Character.digit(value.charAt(i), 16) >= 0 && value.charAt(i) < 0x80;
        }
        return valid;
    }
}

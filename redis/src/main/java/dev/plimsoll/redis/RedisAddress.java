package dev.plimsoll.redis;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parsed URL of Redis or Valkey: {@code redis://[[user]:password@]host[:port][/database]}, {@code
 * redis-sentinel://[…@]host[:port],host[:port][/database]?master=NAME}, or {@code redis-cluster://[…@]host[:port],…}. With
 * {@code rediss} in place of {@code redis}, it uses TLS.
 *
 * @param master the master's name at the sentinels; null for other kinds
 * @param sentinelUser the user for the sentinels themselves, with {@code sentinelPassword}
 */
public record RedisAddress(
        Kind kind,
        boolean isTls,
        List<Node> nodes,
        @Nullable String user,
        @Nullable String password,
        int database,
        @Nullable String master,
        @Nullable String sentinelUser,
        @Nullable String sentinelPassword) {

    private static final int PORT_LIMIT = 65_536;
    private static final int DATABASE_LIMIT = 100_000;
    private static final String SYNTAX =
            "must be redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE], redis-sentinel://HOST[:PORT],…/DATABASE?master=NAME"
                    + " or redis-cluster://HOST[:PORT],…; rediss for TLS";

    /** The kind of deployment. */
    public enum Kind {
        SINGLE("redis", 6379),
        SENTINEL("redis-sentinel", 26_379),
        CLUSTER("redis-cluster", 6379);

        private final String scheme;
        private final int port;

        Kind(String scheme, int port) {
            this.scheme = scheme;
            this.port = port;
        }
    }

    /** A host and port. */
    public record Node(String host, int port) {

        @Override
        public String toString() {
            return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
        }
    }

    public RedisAddress {
        nodes = List.copyOf(nodes);
    }

    /**
     * Parses a URL.
     *
     * @throws IllegalArgumentException if it is invalid; the message shows no secret
     */
    public static RedisAddress parse(String url) {
        int schemeEnd = url.indexOf("://");
        require(schemeEnd > 0, SYNTAX);
        String schemeName = url.substring(0, schemeEnd).toLowerCase(Locale.ROOT);
        boolean isTls = schemeName.startsWith("rediss");
        Kind kind = parseKind(isTls ? "redis" + schemeName.substring("rediss".length()) : schemeName);
        String remaining = url.substring(schemeEnd + 3);
        Map<String, String> query = Map.of();
        int questionMark = remaining.indexOf('?');
        if (questionMark >= 0) {
            query = parseQuery(remaining.substring(questionMark + 1), kind);
            remaining = remaining.substring(0, questionMark);
        }
        int slash = remaining.indexOf('/', remaining.lastIndexOf('@') + 1);
        int database = slash < 0 ? 0 : parseNumber(remaining.substring(slash + 1), DATABASE_LIMIT, "the database");
        require(kind != Kind.CLUSTER || database == 0, "a cluster has only database 0");
        String authority = slash < 0 ? remaining : remaining.substring(0, slash);
        int atSign = authority.lastIndexOf('@');
        String[] credentials = parseCredentials(atSign < 0 ? "" : authority.substring(0, atSign));
        List<Node> nodes = parseNodes(authority.substring(atSign + 1), kind);
        String master = query.get("master");
        require(
                (kind == Kind.SENTINEL) == (master != null),
                "?master=NAME is required for redis-sentinel, and allowed only there");
        return new RedisAddress(
                kind,
                isTls,
                nodes,
                credentials[0].isEmpty() ? null : credentials[0],
                credentials[1].isEmpty() ? null : credentials[1],
                database,
                master,
                query.get("sentinelUser"),
                query.get("sentinelPassword"));
    }

    private static Kind parseKind(String scheme) {
        for (Kind kind : Kind.values()) {
            if (kind.scheme.equals(scheme)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(SYNTAX);
    }

    private static Map<String, String> parseQuery(String text, Kind kind) {
        Set<String> allowedNames =
                kind == Kind.SENTINEL ? Set.of("master", "sentinelUser", "sentinelPassword") : Set.of();
        Map<String, String> query = new HashMap<>();
        for (String pair : text.split("&", -1)) {
            int equalsSign = pair.indexOf('=');
            require(
                    equalsSign > 0 && allowedNames.contains(pair.substring(0, equalsSign)),
                    "after ?, redis-sentinel allows only master=, sentinelUser=, and sentinelPassword=; redis and"
                            + " redis-cluster allow nothing");
            require(equalsSign < pair.length() - 1, "a value after ? must not be empty");
            query.put(pair.substring(0, equalsSign), decode(pair.substring(equalsSign + 1)));
        }
        return query;
    }

    private static String[] parseCredentials(String text) {
        int colon = text.indexOf(':');
        require(text.isEmpty() || colon >= 0, "the part before @ must be USER:PASSWORD or :PASSWORD");
        return text.isEmpty()
                ? new String[] {"", ""}
                : new String[] {decode(text.substring(0, colon)), decode(text.substring(colon + 1))};
    }

    private static List<Node> parseNodes(String text, Kind kind) {
        List<Node> nodes = new ArrayList<>();
        for (String node : text.split(",", -1)) {
            int colon = node.lastIndexOf(':');
            boolean isHostOnly = colon < 0 || node.endsWith("]");
            String host = isHostOnly ? node : node.substring(0, colon);
            int port = isHostOnly ? kind.port : parseNumber(node.substring(colon + 1), PORT_LIMIT, "a port");
            if (host.startsWith("[") && host.endsWith("]")) {
                host = host.substring(1, host.length() - 1);
            } else {
                require(host.indexOf(':') < 0, "an IPv6 address must be in [ ]");
            }
            require(!host.isBlank(), SYNTAX);
            nodes.add(new Node(host, port));
        }
        require(kind != Kind.SINGLE || nodes.size() == 1, "several hosts require redis-sentinel or redis-cluster");
        return nodes;
    }

    /** Parses a number below a limit. An empty database is 0. */
    private static int parseNumber(String text, int limit, String name) {
        boolean isNumber = !text.isEmpty() && text.length() < 7 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int number = isNumber ? Integer.parseInt(text) : (text.isEmpty() && limit == DATABASE_LIMIT ? 0 : -1);
        require(number >= 0 && number < limit, name + " must be a number below " + limit);
        return number;
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a % must begin an escape such as %40");
        }
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /** Returns the URL without users and passwords. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(isTls ? kind.scheme.replaceFirst("redis", "rediss") : kind.scheme);
        text.append("://");
        for (int i = 0; i < nodes.size(); i++) {
            text.append(i == 0 ? "" : ",").append(nodes.get(i));
        }
        return text + (database == 0 ? "" : "/" + database) + (master == null ? "" : "?master=" + master);
    }
}

package dev.plimsoll.gateway.hub.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Registry of listed resources and templates with their servers. If several servers list the same URI or
 * template, it belongs to the server that comes first in the configuration.
 */
public final class Resources {

    private static final int MAX_ENTRIES = 50_000;
    private static final int MAX_URI_LENGTH = 8_192;
    private static final Pattern EXPRESSION = Pattern.compile("\\{[^{}]*\\}");

    private final Map<String, Integer> serverByUri = new LinkedHashMap<>();
    private final Map<String, Template> templateByText = new LinkedHashMap<>();

    /** Indexes of the servers, in configuration order. */
    private List<Integer> order = List.of();

    private record Template(int server, List<String> literals) {}

    /**
     * Sets the configuration order.
     *
     * @param servers the indexes of the current servers
     */
    public synchronized void setOrder(List<Integer> servers) {
        order = List.copyOf(servers);
    }

    public synchronized void add(int server, String uri) {
        if (uri.length() <= MAX_URI_LENGTH) {
            serverByUri.merge(uri, server, (first, second) -> position(second) < position(first) ? second : first);
            if (serverByUri.size() > MAX_ENTRIES) {
                serverByUri.remove(serverByUri.keySet().iterator().next());
            }
        }
    }

    public synchronized void addTemplate(int server, String template) {
        if (template.length() <= MAX_URI_LENGTH && templateByText.size() < MAX_ENTRIES) {
            templateByText.merge(
                    template,
                    new Template(server, List.of(EXPRESSION.split(template, -1))),
                    (first, second) -> position(second.server) < position(first.server) ? second : first);
        }
    }

    /** Returns the position of a server in the configuration; servers that are no longer there come last. */
    private int position(int server) {
        int position = order.indexOf(server);
        return position < 0 ? order.size() : position;
    }

    /** Removes what a server lists. */
    public synchronized void removeServer(int server) {
        serverByUri.values().removeIf(owner -> owner == server);
        templateByText.values().removeIf(template -> template.server == server);
    }

    /** Returns the server that lists this URI or exactly this template; null if there is none. */
    public synchronized @Nullable Integer findOwner(String uri) {
        Integer server = serverByUri.get(uri);
        Template template = templateByText.get(uri);
        return server != null ? server : template == null ? null : Integer.valueOf(template.server);
    }

    /** Returns the servers with a template that matches this URI, in configuration order. */
    public synchronized List<Integer> findServersWithTemplate(String uri) {
        List<Integer> servers = new ArrayList<>();
        for (Template template : templateByText.values()) {
            if (matches(template.literals, uri)) {
                servers.add(template.server);
            }
        }
        return servers.stream()
                .distinct()
                .sorted(Comparator.comparingInt(this::position))
                .toList();
    }

    /** Returns whether a template matches. Each expression in it matches any text. */
    private static boolean matches(List<String> literals, String uri) {
        String prefix = literals.get(0);
        String suffix = literals.get(literals.size() - 1);
        if (literals.size() == 1) {
            return uri.equals(prefix);
        }
        if (!uri.startsWith(prefix) || !uri.endsWith(suffix) || uri.length() < prefix.length() + suffix.length()) {
            return false;
        }
        int position = prefix.length();
        int end = uri.length() - suffix.length();
        for (String literal : literals.subList(1, literals.size() - 1)) {
            int foundIndex = uri.indexOf(literal, position);
            if (foundIndex < 0 || foundIndex + literal.length() > end) {
                return false;
            }
            position = foundIndex + literal.length();
        }
        return true;
    }
}

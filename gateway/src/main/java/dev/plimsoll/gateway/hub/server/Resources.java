package dev.plimsoll.gateway.hub.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Registry of listed resources and templates with their servers. If several servers list the same URI or
 * template, it belongs to the server that comes first in the configuration.
 */
public final class Resources {

    private static final int MAX_ENTRIES = 50_000;
    private static final int MAX_URI_LENGTH = 8_192;
    private static final Pattern EXPRESSION = Pattern.compile("\\{[^{}]*\\}");

    private final Map<String, Set<Integer>> serversByUri = new LinkedHashMap<>();
    private final Map<String, Template> templateByText = new LinkedHashMap<>();

    /** Indexes of the servers, in configuration order. */
    private List<Integer> order = List.of();

    private record Template(Set<Integer> servers, List<String> literals) {}

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
            serversByUri.merge(uri, Set.of(server), Resources::union);
            if (serversByUri.size() > MAX_ENTRIES) {
                serversByUri.remove(serversByUri.keySet().iterator().next());
            }
        }
    }

    public synchronized void addTemplate(int server, String template) {
        if (template.length() <= MAX_URI_LENGTH && templateByText.size() < MAX_ENTRIES) {
            templateByText.merge(
                    template,
                    new Template(Set.of(server), List.of(EXPRESSION.split(template, -1))),
                    (first, second) -> new Template(union(first.servers, second.servers), first.literals));
        }
    }

    private static Set<Integer> union(Set<Integer> first, Set<Integer> second) {
        if (first.containsAll(second)) {
            return first;
        }
        Set<Integer> union = new HashSet<>(first);
        union.addAll(second);
        return Set.copyOf(union);
    }

    private static Set<Integer> without(int server, Set<Integer> servers) {
        return servers.contains(server)
                ? servers.stream().filter(other -> other != server).collect(Collectors.toUnmodifiableSet())
                : servers;
    }

    /** Returns the position of a server in the configuration; servers that are no longer there come last. */
    private int position(int server) {
        int position = order.indexOf(server);
        return position < 0 ? order.size() : position;
    }

    /** Removes what a server lists. */
    public synchronized void removeServer(int server) {
        serversByUri.replaceAll((uri, servers) -> without(server, servers));
        serversByUri.values().removeIf(Set::isEmpty);
        templateByText.replaceAll(
                (text, template) -> new Template(without(server, template.servers), template.literals));
        templateByText.values().removeIf(template -> template.servers.isEmpty());
    }

    /** Returns the first server that lists this URI or exactly this template; null if there is none. */
    public synchronized @Nullable Integer findOwner(String uri) {
        Set<Integer> servers = serversByUri.get(uri);
        Template template = templateByText.get(uri);
        if (servers == null) {
            servers = template == null ? Set.of() : template.servers;
        }
        return servers.stream().min(Comparator.comparingInt(this::position)).orElse(null);
    }

    /** Returns the servers with a template that matches this URI, in configuration order. */
    public synchronized List<Integer> findServersWithTemplate(String uri) {
        List<Integer> servers = new ArrayList<>();
        for (Template template : templateByText.values()) {
            if (matches(template.literals, uri)) {
                servers.addAll(template.servers);
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

package dev.plimsoll.gateway.hub.server;

import java.util.ArrayList;
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

    private final Map<String, Integer> byUri = new LinkedHashMap<>();
    private final Map<String, Template> templates = new LinkedHashMap<>();

    private record Template(int server, List<String> literals) {}

    public synchronized void add(int server, String uri) {
        if (uri.length() <= MAX_URI_LENGTH) {
            byUri.merge(uri, server, Math::min);
            if (byUri.size() > MAX_ENTRIES) {
                byUri.remove(byUri.keySet().iterator().next());
            }
        }
    }

    public synchronized void addTemplate(int server, String template) {
        if (template.length() <= MAX_URI_LENGTH && templates.size() < MAX_ENTRIES) {
            templates.merge(
                    template,
                    new Template(server, List.of(EXPRESSION.split(template, -1))),
                    (first, second) -> second.server < first.server ? second : first);
        }
    }

    /** Removes what a server lists. */
    public synchronized void removeServer(int server) {
        byUri.values().removeIf(owner -> owner == server);
        templates.values().removeIf(template -> template.server == server);
    }

    /** Returns the server that lists this URI or exactly this template; null if there is none. */
    public synchronized @Nullable Integer findOwner(String uri) {
        Integer server = byUri.get(uri);
        Template template = templates.get(uri);
        return server != null ? server : template == null ? null : Integer.valueOf(template.server);
    }

    /** Returns the servers with a template that matches this URI, in configuration order. */
    public synchronized List<Integer> serversWithTemplate(String uri) {
        List<Integer> servers = new ArrayList<>();
        for (Template template : templates.values()) {
            if (matches(template.literals, uri)) {
                servers.add(template.server);
            }
        }
        return servers.stream().distinct().sorted().toList();
    }

    /** Returns whether a template matches. Each expression in it matches any text. */
    private static boolean matches(List<String> literals, String uri) {
        String first = literals.get(0);
        String last = literals.get(literals.size() - 1);
        if (literals.size() == 1) {
            return uri.equals(first);
        }
        if (!uri.startsWith(first) || !uri.endsWith(last) || uri.length() < first.length() + last.length()) {
            return false;
        }
        int from = first.length();
        int end = uri.length() - last.length();
        for (String literal : literals.subList(1, literals.size() - 1)) {
            int found = uri.indexOf(literal, from);
            if (found < 0 || found + literal.length() > end) {
                return false;
            }
            from = found + literal.length();
        }
        return true;
    }
}

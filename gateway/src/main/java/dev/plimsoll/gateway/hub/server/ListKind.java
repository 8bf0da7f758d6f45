package dev.plimsoll.gateway.hub.server;

import java.util.List;

/** Kind of listing. */
public enum ListKind {
    TOOLS("tools/list", "tools", "tools"),
    PROMPTS("prompts/list", "prompts", "prompts"),
    RESOURCES("resources/list", "resources", "resources"),
    TEMPLATES("resources/templates/list", "resourceTemplates", "resources"),
    TASKS("tasks/list", "tasks", "tasks");

    /** The kinds for which clients get {@code list_changed} notifications. */
    public static final List<ListKind> WITH_LIST_CHANGED = List.of(TOOLS, PROMPTS, RESOURCES);

    private final String method;
    private final String member;
    private final String capability;

    ListKind(String method, String member, String capability) {
        this.method = method;
        this.member = member;
        this.capability = capability;
    }

    public String method() {
        return method;
    }

    /** Returns the member of the result that holds the entries. */
    public String member() {
        return member;
    }

    /** Returns the capability that a server must declare to list this kind. */
    public String capability() {
        return capability;
    }
}

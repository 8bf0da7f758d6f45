package dev.plimsoll.gateway.hub;

import java.util.List;

/** What servers list. */
enum ListKind {
    TOOLS("tools/list", "tools", "tools"),
    PROMPTS("prompts/list", "prompts", "prompts"),
    RESOURCES("resources/list", "resources", "resources"),
    TEMPLATES("resources/templates/list", "resourceTemplates", "resources"),
    TASKS("tasks/list", "tasks", "tasks");

    /** Those of which clients are told that they have changed. */
    static final List<ListKind> CHANGING = List.of(TOOLS, PROMPTS, RESOURCES);

    private final String method;
    private final String member;
    private final String capability;

    ListKind(String method, String member, String capability) {
        this.method = method;
        this.member = member;
        this.capability = capability;
    }

    String method() {
        return method;
    }

    /** Under which the entries stand in the result. */
    String member() {
        return member;
    }

    /** Without which a server has none. */
    String capability() {
        return capability;
    }
}

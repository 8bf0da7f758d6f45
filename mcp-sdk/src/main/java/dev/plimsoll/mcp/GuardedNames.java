package dev.plimsoll.mcp;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Names of the tools that a guard has guarded so far, and whether it has guarded resources and prompts. Needed for
 * builders that hide their contents. Thread-safe.
 */
final class GuardedNames {

    private final Set<String> tools = ConcurrentHashMap.newKeySet();
    private volatile boolean hasResources;
    private volatile boolean hasPrompts;

    void addTool(String name) {
        tools.add(name);
    }

    /** Records that the guard guards a resource or a resource template. */
    void addResource() {
        hasResources = true;
    }

    void addPrompt() {
        hasPrompts = true;
    }

    /** Returns the names of all guarded tools, including dispatchers and {@code plimsoll_read}. */
    Set<String> tools() {
        return tools;
    }

    boolean hasResources() {
        return hasResources;
    }

    boolean isEmpty() {
        return tools.isEmpty() && !hasResources && !hasPrompts;
    }
}

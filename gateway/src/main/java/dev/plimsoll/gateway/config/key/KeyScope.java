package dev.plimsoll.gateway.config.key;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys that are allowed in one place: at the top level, in a server, or in a rule. Dots in their paths
 * form sections: {@code store.type} is in the section {@code store}.
 */
public final class KeyScope {

    private final Map<String, ConfigKey> keys = new LinkedHashMap<>();
    private final Map<String, Set<String>> sections = new LinkedHashMap<>();

    KeyScope(List<ConfigKey> configKeys) {
        sections.put("", new LinkedHashSet<>());
        for (ConfigKey configKey : configKeys) {
            if (keys.put(configKey.path(), configKey) != null) {
                throw new IllegalStateException("duplicate key " + configKey.path());
            }
            addToSection(configKey.path());
        }
    }

    private void addToSection(String path) {
        int dot = path.lastIndexOf('.');
        String parent = dot < 0 ? "" : path.substring(0, dot);
        if (!sections.containsKey(parent)) {
            sections.put(parent, new LinkedHashSet<>());
            addToSection(parent);
        }
        sections.getOrDefault(parent, Set.of()).add(path.substring(dot + 1));
    }

    public Collection<ConfigKey> keys() {
        return Collections.unmodifiableCollection(keys.values());
    }

    /** Returns the key with this path; null if there is none. */
    public @Nullable ConfigKey findKey(String path) {
        return keys.get(path);
    }

    /** Returns the paths of all keys and sections, except the empty path of the top level. */
    public Set<String> paths() {
        Set<String> paths = new LinkedHashSet<>(keys.keySet());
        paths.addAll(sections.keySet());
        paths.remove("");
        return paths;
    }

    /**
     * Returns the names that are allowed in a section; null if there is no such section. The empty path is
     * the top level.
     */
    public @Nullable Set<String> findSection(String path) {
        return sections.get(path);
    }
}

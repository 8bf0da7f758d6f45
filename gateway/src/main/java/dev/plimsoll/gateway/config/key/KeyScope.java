package dev.plimsoll.gateway.config.key;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys that may stand in one place: at the top, in a server, in a rule. Dots in their paths make sections. */
public final class KeyScope {

    private final Map<String, ConfigKey> keys = new LinkedHashMap<>();
    private final Map<String, Set<String>> sections = new LinkedHashMap<>();

    KeyScope(List<ConfigKey> all) {
        sections.put("", new LinkedHashSet<>());
        for (ConfigKey configKey : all) {
            if (keys.put(configKey.path(), configKey) != null) {
                throw new IllegalStateException("two keys " + configKey.path());
            }
            enter(configKey.path());
        }
    }

    private void enter(String path) {
        int dot = path.lastIndexOf('.');
        String above = dot < 0 ? "" : path.substring(0, dot);
        if (!sections.containsKey(above)) {
            sections.put(above, new LinkedHashSet<>());
            enter(above);
        }
        sections.getOrDefault(above, Set.of()).add(path.substring(dot + 1));
    }

    public Collection<ConfigKey> keys() {
        return Collections.unmodifiableCollection(keys.values());
    }

    public @Nullable ConfigKey key(String path) {
        return keys.get(path);
    }

    /** Paths of all keys, and of all sections but the top. */
    public Set<String> paths() {
        Set<String> paths = new LinkedHashSet<>(keys.keySet());
        paths.addAll(sections.keySet());
        paths.remove("");
        return paths;
    }

    /** The names that may stand in a section (the empty path is the top), or null if there is no such section. */
    public @Nullable Set<String> section(String path) {
        return sections.get(path);
    }
}

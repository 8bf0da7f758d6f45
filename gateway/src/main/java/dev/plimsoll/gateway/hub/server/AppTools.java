package dev.plimsoll.gateway.hub.server;

import dev.plimsoll.app.AppUse;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Registry of the tools that apps may call, by their names on the servers. The names have no prefix, because an app
 * knows only the names that its server uses.
 */
public final class AppTools {

    private static final int MAX_NAMES = 20_000;

    private final Set<Integer> serversWithApps = ConcurrentHashMap.newKeySet();
    private final Map<String, Set<Integer>> serversByTool = new ConcurrentHashMap<>();

    /** Records a tool as its server lists it. */
    public void add(int server, Slice entry) {
        @Nullable Slice meta = ObjectEdit.objectIn(entry, "_meta");
        if (AppUse.of(meta) != AppUse.NONE) {
            serversWithApps.add(server);
        }
        String name = ObjectEdit.textIn(entry, "name", 1024);
        if (name == null || serversByTool.size() >= MAX_NAMES) {
            return;
        }
        Set<Integer> toolServers = serversByTool.computeIfAbsent(name, _ -> ConcurrentHashMap.newKeySet());
        if (AppUse.isVisibleToApps(meta)) {
            toolServers.add(server);
        } else {
            toolServers.remove(server);
        }
    }

    /** Records that the server has an app page. */
    public void addPage(int server) {
        serversWithApps.add(server);
    }

    /** Removes the tools and pages of a server. */
    public void removeServer(int server) {
        serversWithApps.remove(server);
        serversByTool.values().forEach(toolServers -> toolServers.remove(server));
        serversByTool.values().removeIf(Set::isEmpty);
    }

    public boolean hasApps(int server) {
        return serversWithApps.contains(server);
    }

    /** Returns the servers with apps that list a tool of this name for their apps, in the order of their indexes. */
    public List<Integer> findServersWithTool(String name) {
        return serversByTool.getOrDefault(name, Set.of()).stream()
                .filter(serversWithApps::contains)
                .sorted()
                .toList();
    }
}

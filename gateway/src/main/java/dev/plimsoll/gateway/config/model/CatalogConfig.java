package dev.plimsoll.gateway.config.model;

import dev.plimsoll.catalog.Catalog;
import java.util.Map;

/**
 * Settings for how much of the servers' tool lists is shown.
 *
 * @param byServer settings of single servers
 */
public record CatalogConfig(Catalog defaultCatalog, Map<String, Catalog> byServer) {

    static final CatalogConfig FULL = new CatalogConfig(Catalog.FULL, Map.of());

    public CatalogConfig {
        byServer = Map.copyOf(byServer);
    }

    /** Returns whether clients find the tools of at least one server by a search (catalog {@code dispatch}).
     * */
    public boolean hasDispatch() {
        return defaultCatalog == Catalog.DISPATCH || byServer.containsValue(Catalog.DISPATCH);
    }

    public Catalog forServer(String server) {
        return byServer.getOrDefault(server, defaultCatalog);
    }
}

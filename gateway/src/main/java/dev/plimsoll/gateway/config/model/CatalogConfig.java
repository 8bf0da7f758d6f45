package dev.plimsoll.gateway.config.model;

import dev.plimsoll.catalog.Catalog;
import java.util.Map;

/**
 * Settings that say how much of the servers' tool lists clients see.
 *
 * @param byServer settings of single servers, by name; they override the default
 */
public record CatalogConfig(Catalog defaultCatalog, Map<String, Catalog> byServer) {

    static final CatalogConfig FULL = new CatalogConfig(Catalog.FULL, Map.of());

    public CatalogConfig {
        byServer = Map.copyOf(byServer);
    }

    /** Returns whether clients find the tools of at least one server by a search (catalog {@code dispatch}). */
    public boolean hasDispatch() {
        return defaultCatalog == Catalog.DISPATCH || byServer.containsValue(Catalog.DISPATCH);
    }

    public Catalog forServer(String server) {
        return byServer.getOrDefault(server, defaultCatalog);
    }
}

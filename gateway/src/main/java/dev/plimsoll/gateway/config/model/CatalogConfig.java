package dev.plimsoll.gateway.config.model;

import dev.plimsoll.catalog.Catalog;
import java.util.Map;

/**
 * How much of the servers' tools is listed.
 *
 * @param byServer for those that have a setting of their own
 */
public record CatalogConfig(Catalog all, Map<String, Catalog> byServer) {

    static final CatalogConfig FULL = new CatalogConfig(Catalog.FULL, Map.of());

    public CatalogConfig {
        byServer = Map.copyOf(byServer);
    }

    public Catalog of(String server) {
        return byServer.getOrDefault(server, all);
    }
}

package dev.plimsoll.gateway.config.model;

import dev.plimsoll.catalog.Catalog;
import java.util.Map;

/**
 * How much of the servers' tools is listed.
 *
 * @param byServer for those that have a setting of their own
 */
public record Catalogs(Catalog all, Map<String, Catalog> byServer) {

    static final Catalogs FULL = new Catalogs(Catalog.FULL, Map.of());

    public Catalogs {
        byServer = Map.copyOf(byServer);
    }

    public Catalog of(String server) {
        return byServer.getOrDefault(server, all);
    }
}

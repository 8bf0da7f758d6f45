/**
 * The engine of Plimsoll. Three groups of packages are exported: what programs with the engine need, what authors of
 * styles need in addition, and, to the modules of Plimsoll only, what they share.
 */
@SuppressWarnings({
    "module", // the modules of Plimsoll are compiled after this one
    "requires-automatic" // RE2/J has no module name of its own: see decision 123
})
module dev.plimsoll.core {
    requires static transitive org.jspecify;
    requires transitive java.sql;
    requires org.snakeyaml.engine;
    requires re2j;
    // JTokkit is not required: only its vocabulary is read, as a resource, and only if it is there

    exports dev.plimsoll;
    exports dev.plimsoll.agent;
    exports dev.plimsoll.app;
    exports dev.plimsoll.cache;
    exports dev.plimsoll.call;
    exports dev.plimsoll.cursor;
    exports dev.plimsoll.document;
    exports dev.plimsoll.json;
    exports dev.plimsoll.json.frame;
    exports dev.plimsoll.measure;
    exports dev.plimsoll.model;
    exports dev.plimsoll.policy;
    exports dev.plimsoll.policy.option;
    exports dev.plimsoll.policy.setting;
    exports dev.plimsoll.rate;
    exports dev.plimsoll.schema;
    exports dev.plimsoll.session;
    exports dev.plimsoll.source;
    exports dev.plimsoll.source.jdbc;
    exports dev.plimsoll.sql;
    exports dev.plimsoll.store;
    exports dev.plimsoll.telemetry;
    exports dev.plimsoll.tokens;
    exports dev.plimsoll.view;

    uses dev.plimsoll.document.DocumentReader;

    // for authors of styles
    exports dev.plimsoll.shape;
    exports dev.plimsoll.shape.draft;
    exports dev.plimsoll.shape.item;
    exports dev.plimsoll.shape.literal;
    exports dev.plimsoll.shape.page;
    exports dev.plimsoll.shape.style;
    exports dev.plimsoll.catalog to
            dev.plimsoll.mcp.sdk,
            dev.plimsoll.gateway;
    exports dev.plimsoll.format to
            dev.plimsoll.gateway;
    exports dev.plimsoll.format.data to
            dev.plimsoll.gateway;
    exports dev.plimsoll.json.compare to
            dev.plimsoll.gateway;
    exports dev.plimsoll.query to
            dev.plimsoll.gateway;
    exports dev.plimsoll.query.program to
            dev.plimsoll.gateway;
    exports dev.plimsoll.settings to
            dev.plimsoll.micronaut,
            dev.plimsoll.quarkus,
            dev.plimsoll.servlet;
    exports dev.plimsoll.shape.outline to
            dev.plimsoll.gateway;
    exports dev.plimsoll.shape.result to
            dev.plimsoll.gateway;
    exports dev.plimsoll.shape.upstream to
            dev.plimsoll.gateway;
    exports dev.plimsoll.stored to
            dev.plimsoll.gateway;
    exports dev.plimsoll.texttype to
            dev.plimsoll.gateway;
}

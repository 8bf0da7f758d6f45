package dev.plimsoll.mcp;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.PlimsollBuilder;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.mcp.annotation.PermissionCheck;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.shape.style.Style;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.sql.SqlEngine;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.GuardListener;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Builder of a {@link Guard}. Every setting has a default. */
public final class GuardBuilder {

    private static final long MAX_BYTES = 256L << 20;

    private String name = "main";
    private Policy base = Policy.defaults();
    private final List<PolicyRule> rules = new ArrayList<>();
    private List<Profile> profiles = List.of();
    private Callers callers = Callers.ANYBODY;
    private final Map<Class<?>, PermissionCheck> checks = new HashMap<>();
    private @Nullable SnapshotStore store;
    private @Nullable KeyRing keys;
    private StyleRegistry styles = StyleRegistry.standard();
    private final PlimsollBuilder engineBuilder = Plimsoll.builder();
    private @Nullable McpJsonMapper mapper;
    private Function<Class<?>, BuilderFields> fieldFinder = BuilderFields::of;

    GuardBuilder() {}

    /** Sets the name of this server in rules, as in {@code crm/list_*}. Default: {@code main}. */
    public GuardBuilder name(String serverName) {
        name = Objects.requireNonNull(serverName, "name");
        return this;
    }

    /** Applies a preset to the policy of every tool. */
    public GuardBuilder preset(Preset preset) {
        return policy(preset::applyTo);
    }

    /** Changes the policy of every tool. */
    public GuardBuilder policy(UnaryOperator<Policy> change) {
        base = change.apply(base);
        return this;
    }

    /** Changes the policy of the tools that match the glob. If several rules set the same key, the last one applies. */
    public GuardBuilder tools(String glob, UnaryOperator<Policy> change) {
        rules.add(new PolicyRule(glob, change));
        return this;
    }

    /**
     * Sets the profiles of clients. The first matching profile applies; see {@code Profiles.builtIn()}. Default: no
     * restrictions.
     */
    public GuardBuilder profiles(List<Profile> clients) {
        profiles = List.copyOf(clients);
        return this;
    }

    /** Sets how callers are identified. Default: one anonymous caller who may do everything. */
    public GuardBuilder callers(Callers resolver) {
        callers = Objects.requireNonNull(resolver, "callers");
        return this;
    }

    /** Sets the instance that is used where annotations name the class of this check. */
    public GuardBuilder permission(PermissionCheck check) {
        checks.put(check.getClass(), check);
        return this;
    }

    /** Sets the store of the snapshots. The guard closes it. Default: 256 MB of memory in this process. */
    public GuardBuilder store(SnapshotStore snapshots) {
        store = Objects.requireNonNull(snapshots, "store");
        return this;
    }

    /**
     * Sets the keys that sign and encrypt cursors. Default: a random key; cursors are then invalid after a
     * restart.
     */
    public GuardBuilder keys(KeyRing ring) {
        keys = Objects.requireNonNull(ring, "keys");
        return this;
    }

    /** Adds a style that policies can name, in addition to Plimsoll's own styles. */
    public GuardBuilder style(Style style) {
        styles = styles.with(style);
        return this;
    }

    /** Sets the listener that is notified of every result and every follow-up read. */
    public GuardBuilder listener(GuardListener guardListener) {
        engineBuilder.listener(guardListener);
        return this;
    }

    /**
     * Sets the engine for SELECT statements on results, where a policy has {@code sql: true}. The artifact
     * {@code plimsoll-sql} contains such an engine. Default: none.
     */
    public GuardBuilder sqlEngine(SqlEngine engine) {
        engineBuilder.sqlEngine(engine);
        return this;
    }

    /** Sets the mapper that writes the results of handlers as JSON. Default: the SDK's mapper. */
    public GuardBuilder mapper(McpJsonMapper jsonMapper) {
        mapper = Objects.requireNonNull(jsonMapper, "mapper");
        return this;
    }

    /** Sets the function that finds the fields of the SDK's builders, for tests with builders that hide them. */
    GuardBuilder fieldFinder(Function<Class<?>, BuilderFields> finder) {
        fieldFinder = finder;
        return this;
    }

    public Guard build() {
        SecureRandom random = new SecureRandom();
        SnapshotStore snapshots = store == null ? SnapshotStore.inMemory(limits(), Clock.systemUTC(), random) : store;
        KeyRing ring = keys == null ? KeyRing.random(random) : keys;
        Policies policies = new Policies(base, rules, profiles);
        GuardRules guardRules = new GuardRules(styles, policies, checks);
        PrefetchExecutor prefetchExecutor = new PrefetchExecutor();
        Plimsoll engine = engineBuilder
                .store(snapshots)
                .keys(ring)
                .styles(styles)
                .policies(policies)
                .prefetcher(prefetchExecutor)
                .build();
        SdkJson sdkJson = new SdkJson(mapper == null ? McpJsonDefaults.getMapper() : mapper);
        GuardContext guardContext =
                new GuardContext(engine, guardRules, name, callers, Guard.defaultClient(), new AppSessions(), sdkJson);
        return new Guard(guardContext, snapshots, prefetchExecutor, fieldFinder);
    }

    /**
     * Returns the limits of the default store. An anonymous caller may use the whole store, an identified caller a
     * quarter.
     */
    @SuppressWarnings("ReferenceEquality") // ANYBODY is the only resolver that does not identify callers
    private StoreLimits limits() {
        return callers == Callers.ANYBODY ? StoreLimits.ofOneCaller(MAX_BYTES) : StoreLimits.of(MAX_BYTES);
    }
}

package dev.plimsoll.agent;

import dev.plimsoll.LibraryEngine;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.settings.LibrarySettings;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Builder of an {@link AgentGuard}. Every setting has a default. */
public final class AgentGuardBuilder {

    private String name = "agent";
    private Policy base = Policy.defaults();
    private final List<PolicyRule> rules = new ArrayList<>();
    private @Nullable Policies policies;
    private @Nullable SnapshotStore store;
    private @Nullable KeyRing keys;
    private GuardListener listener = GuardListener.none();

    AgentGuardBuilder() {}

    /** Sets the name of this agent in rules, for example {@code support} for {@code support/list_*}. Default: {@code agent}. */
    public AgentGuardBuilder name(String agentName) {
        name = Objects.requireNonNull(agentName, "name");
        return this;
    }

    /** Applies a preset to the policy of every tool. */
    public AgentGuardBuilder preset(Preset preset) {
        return policy(preset::applyTo);
    }

    /** Changes the policy of every tool. */
    public AgentGuardBuilder policy(UnaryOperator<Policy> change) {
        base = change.apply(base);
        return this;
    }

    /** Changes the policy of the tools that match the glob. If several rules set the same key, the last one applies. */
    public AgentGuardBuilder tools(String glob, UnaryOperator<Policy> change) {
        rules.add(new PolicyRule(glob, change));
        return this;
    }

    /** Sets complete policies, in place of those from the other methods. */
    public AgentGuardBuilder policies(Policies complete) {
        policies = Objects.requireNonNull(complete, "policies");
        return this;
    }

    /** Sets the store of the snapshots. The guard closes it. Default: 256 MB of memory, 64 MB for one conversation. */
    public AgentGuardBuilder store(SnapshotStore snapshots) {
        store = Objects.requireNonNull(snapshots, "store");
        return this;
    }

    /**
     * Sets the keys that sign and encrypt cursors. Default: a random key. Then cursors are invalid after a restart.
     */
    public AgentGuardBuilder keys(KeyRing ring) {
        keys = Objects.requireNonNull(ring, "keys");
        return this;
    }

    /** Sets the listener that is notified of every result and every follow-up read. */
    public AgentGuardBuilder listener(GuardListener guardListener) {
        listener = Objects.requireNonNull(guardListener, "listener");
        return this;
    }

    public AgentGuard build() {
        Policies complete = policies == null ? new Policies(base, rules, List.of()) : policies;
        return new AgentGuard(
                LibraryEngine.of(complete, store, LibrarySettings.DEFAULT_STORE_BYTES, keys, listener), name);
    }
}

package dev.plimsoll.servlet;

import dev.plimsoll.LibraryEngine;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.Profiles;
import dev.plimsoll.servlet.body.BufferQuota;
import dev.plimsoll.servlet.message.GuardedServer;
import dev.plimsoll.servlet.message.MessageGuard;
import dev.plimsoll.settings.LibrarySettings;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Builds a {@link PlimsollFilter}. Every setting has a default. */
public final class PlimsollFilterBuilder {

    private String name = "main";
    private Policy base = Policy.defaults();
    private final List<PolicyRule> rules = new ArrayList<>();
    private List<Profile> profiles = Profiles.builtIn();
    private RequestCallers callers = RequestCallers.USER_OR_SESSION;
    private @Nullable SnapshotStore store;
    private long storeBytes = LibrarySettings.DEFAULT_STORE_BYTES;
    private @Nullable KeyRing keys;
    private GuardListener listener = GuardListener.none();
    private long maxMessageBytes = FilterSettings.DEFAULT_MAX_MESSAGE_BYTES;
    private long maxBufferedBytes = FilterSettings.defaultBufferedBytes();

    PlimsollFilterBuilder() {}

    /** Creates a builder with the settings of init parameters. */
    static PlimsollFilterBuilder of(FilterSettings settings) {
        PlimsollFilterBuilder builder = new PlimsollFilterBuilder();
        Policies policies = settings.library().policies();
        builder.name = settings.library().name();
        builder.base = policies.base();
        builder.rules.addAll(policies.rules());
        builder.profiles = policies.profiles();
        builder.storeBytes = settings.library().storeBytes();
        builder.keys = settings.library().keys();
        builder.maxMessageBytes = settings.maxMessageBytes();
        builder.maxBufferedBytes = settings.maxBufferedBytes();
        return builder;
    }

    /** Sets the name of this server in rules, as in {@code crm/list_*}. Default: {@code main}. */
    public PlimsollFilterBuilder name(String serverName) {
        name = Objects.requireNonNull(serverName, "name");
        return this;
    }

    /** Applies a preset to the policy of every tool. */
    public PlimsollFilterBuilder preset(Preset preset) {
        return policy(preset::applyTo);
    }

    /** Changes the policy of every tool. */
    public PlimsollFilterBuilder policy(UnaryOperator<Policy> change) {
        base = change.apply(base);
        return this;
    }

    /** Changes the policy of the tools that match the glob. If several rules set the same key, the last one wins. */
    public PlimsollFilterBuilder tools(String glob, UnaryOperator<Policy> change) {
        rules.add(new PolicyRule(glob, change));
        return this;
    }

    /** Sets the profiles of clients. The first matching profile applies. Default: {@link Profiles#builtIn()}. */
    public PlimsollFilterBuilder profiles(List<Profile> clients) {
        profiles = List.copyOf(clients);
        return this;
    }

    /** Sets how callers are identified. Default: {@link RequestCallers#USER_OR_SESSION}. */
    public PlimsollFilterBuilder callers(RequestCallers resolver) {
        callers = Objects.requireNonNull(resolver, "callers");
        return this;
    }

    /** Sets the store of the snapshots. The filter closes it. Default: 256 MB of memory in this process. */
    public PlimsollFilterBuilder store(SnapshotStore snapshots) {
        store = Objects.requireNonNull(snapshots, "store");
        return this;
    }

    /** Sets the keys that sign and encrypt cursors. Default: a random key, so that cursors are invalid after a restart. */
    public PlimsollFilterBuilder keys(KeyRing ring) {
        keys = Objects.requireNonNull(ring, "keys");
        return this;
    }

    /** Sets the listener that is notified of every result and every follow-up read. */
    public PlimsollFilterBuilder listener(GuardListener guardListener) {
        listener = Objects.requireNonNull(guardListener, "listener");
        return this;
    }

    /**
     * Sets the maximum size of the body of a request, and of a response or an event that is rewritten, in bytes. Default:
     * 64 MB.
     */
    public PlimsollFilterBuilder maxMessageBytes(long bytes) {
        maxMessageBytes = requireSize("maxMessageBytes", bytes, Integer.MAX_VALUE - 8L);
        return this;
    }

    /** Sets the maximum size of all bodies that are in memory at the same time, in bytes. Default: a quarter of the heap. */
    public PlimsollFilterBuilder maxBufferedBytes(long bytes) {
        maxBufferedBytes = requireSize("maxBufferedBytes", bytes, Long.MAX_VALUE);
        return this;
    }

    private static long requireSize(String name, long bytes, long max) {
        if (bytes < 1_024 || bytes > max) {
            throw new IllegalArgumentException(name + ": must be from 1024 to " + max + ", got " + bytes);
        }
        return bytes;
    }

    public PlimsollFilter build() {
        return new PlimsollFilter(components());
    }

    /** Creates the objects that the filter uses. */
    @SuppressWarnings("ReferenceEquality") // USER_OR_SESSION is the only resolver that gives every caller the same tier
    PlimsollFilter.Components components() {
        LibraryEngine library =
                LibraryEngine.of(new Policies(base, rules, profiles), store, storeBytes, keys, listener);
        GuardedServer server = new GuardedServer(library.engine(), name);
        boolean isListingShared = callers == RequestCallers.USER_OR_SESSION;
        return new PlimsollFilter.Components(
                new MessageGuard(server, isListingShared),
                callers,
                new BufferQuota(maxMessageBytes, maxBufferedBytes),
                library);
    }
}

package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The properties of a legacy client from {@code initialize}, which each modern request repeats. */
final class InitializeData {

    static final String LATEST_LEGACY_REVISION = "2025-11-25";

    private static final String REVISION_KEY = ModernMessages.META_PREFIX + "protocolVersion";
    private static final String CLIENT_INFO_KEY = ModernMessages.META_PREFIX + "clientInfo";
    private static final String CAPABILITIES_KEY = ModernMessages.META_PREFIX + "clientCapabilities";
    private static final String LOG_LEVEL_KEY = ModernMessages.META_PREFIX + "logLevel";
    private static final String TASKS_EXTENSION = ModernMessages.META_PREFIX + "tasks";
    private static final Set<String> OWN_KEYS = Set.of(REVISION_KEY, CLIENT_INFO_KEY, CAPABILITIES_KEY, LOG_LEVEL_KEY);
    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    private volatile String revision = LATEST_LEGACY_REVISION;
    private volatile Slice capabilities = EMPTY_OBJECT;
    private volatile @Nullable Slice clientInfo;
    private volatile @Nullable String logLevel;

    /** Reads the parameters of {@code initialize}. */
    void readParams(@Nullable Slice params) {
        String requested = ObjectEdit.textIn(params, "protocolVersion", 64);
        revision = requested != null && InitializeReplay.LEGACY_REVISIONS.contains(requested)
                ? requested
                : LATEST_LEGACY_REVISION;
        Slice declared = params == null ? null : ObjectEdit.objectIn(params, "capabilities");
        capabilities = declared == null ? EMPTY_OBJECT : copyOf(withoutLegacyCapabilities(declared));
        Slice named = params == null ? null : ObjectEdit.objectIn(params, "clientInfo");
        clientInfo = named == null ? null : copyOf(named);
    }

    private static Slice copyOf(Slice slice) {
        return Slice.of(slice.toByteArray());
    }

    /**
     * Removes capabilities that 2026-07-28 does not have: tasks of the older kind, and changes of roots, which are requested
     * each time.
     */
    private static Slice withoutLegacyCapabilities(Slice declared) {
        Slice rest = ObjectEdit.without(declared, "tasks");
        Slice extensions = ObjectEdit.objectIn(rest, "extensions");
        if (extensions != null) {
            rest = ObjectEdit.with(rest, "extensions", ObjectEdit.without(extensions, TASKS_EXTENSION));
        }
        Slice roots = ObjectEdit.objectIn(rest, "roots");
        return roots == null ? rest : ObjectEdit.with(rest, "roots", ObjectEdit.without(roots, "listChanged"));
    }

    /** Returns the revision of the session: that of the client if it is known. */
    String revision() {
        return revision;
    }

    /** Sets the log level. Returns false if it does not exist. */
    boolean setLogLevel(@Nullable String level) {
        boolean known = level != null && LogLevels.indexOf(level) >= 0;
        if (known) {
            logLevel = level;
        }
        return known;
    }

    /** Returns whether the client has declared the capability that this input request needs. */
    boolean supports(String method, @Nullable Slice params) {
        return ClientAbilities.of(capabilities).allows(method, params);
    }

    /** Returns the parameters of a request with the client's metadata. */
    Slice withClientMetadata(@Nullable Slice params) {
        Slice object = params == null || Json.type(params) != JsonType.OBJECT ? EMPTY_OBJECT : params;
        return ObjectEdit.with(object, "_meta", mergedMeta(ObjectEdit.objectIn(object, "_meta")));
    }

    private Slice mergedMeta(@Nullable Slice own) {
        ByteSink out = new ByteSink(256 + capabilities.length()).ascii("{");
        out.string(REVISION_KEY).ascii(":").string(ModernMessages.REVISION);
        out.ascii(",").string(CAPABILITIES_KEY).ascii(":").raw(capabilities);
        Slice named = clientInfo;
        if (named != null) {
            out.ascii(",").string(CLIENT_INFO_KEY).ascii(":").raw(named);
        }
        String level = logLevel;
        if (level != null) {
            out.ascii(",").string(LOG_LEVEL_KEY).ascii(":").string(level);
        }
        if (own != null) {
            Members members = Members.of(own);
            while (members.next()) {
                if (!OWN_KEYS.contains(members.keyText())) {
                    out.ascii(",").raw(members.member());
                }
            }
        }
        return out.ascii("}").slice();
    }
}

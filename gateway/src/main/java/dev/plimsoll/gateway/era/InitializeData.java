package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The properties of a legacy client from {@code initialize}, which are repeated in each modern request. */
final class InitializeData {

    static final String LATEST_LEGACY_REVISION = "2025-11-25";

    private static final String REVISION_KEY = ModernMessages.META_PREFIX + "protocolVersion";
    private static final String CLIENT_INFO_KEY = ModernMessages.META_PREFIX + "clientInfo";
    private static final String CAPABILITIES_KEY = ModernMessages.META_PREFIX + "clientCapabilities";
    private static final String LOG_LEVEL_KEY = ModernMessages.META_PREFIX + "logLevel";
    private static final String TASKS_EXTENSION = ModernMessages.META_PREFIX + "tasks";
    private static final Set<String> CLIENT_KEYS =
            Set.of(REVISION_KEY, CLIENT_INFO_KEY, CAPABILITIES_KEY, LOG_LEVEL_KEY);
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
        Slice clientCapabilities = params == null ? null : ObjectEdit.objectIn(params, "capabilities");
        capabilities =
                clientCapabilities == null ? EMPTY_OBJECT : copyOf(withoutLegacyCapabilities(clientCapabilities));
        Slice declaredInfo = params == null ? null : ObjectEdit.objectIn(params, "clientInfo");
        clientInfo = declaredInfo == null ? null : copyOf(declaredInfo);
    }

    private static Slice copyOf(Slice slice) {
        return Slice.of(slice.toByteArray());
    }

    /**
     * Removes capabilities that 2026-07-28 does not have: legacy tasks, and changes of roots, because a modern server
     * requests the roots each time.
     */
    private static Slice withoutLegacyCapabilities(Slice clientCapabilities) {
        Slice rest = ObjectEdit.without(clientCapabilities, "tasks");
        Slice extensions = ObjectEdit.objectIn(rest, "extensions");
        if (extensions != null) {
            rest = ObjectEdit.with(rest, "extensions", ObjectEdit.without(extensions, TASKS_EXTENSION));
        }
        Slice roots = ObjectEdit.objectIn(rest, "roots");
        return roots == null ? rest : ObjectEdit.with(rest, "roots", ObjectEdit.without(roots, "listChanged"));
    }

    /** Returns the revision of the session: the client's revision if it is a known one, or else the latest. */
    String revision() {
        return revision;
    }

    /** Sets the log level. Returns false if it does not exist. */
    boolean setLogLevel(@Nullable String level) {
        boolean isKnown = level != null && LogLevels.indexOf(level) >= 0;
        if (isKnown) {
            logLevel = level;
        }
        return isKnown;
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

    private Slice mergedMeta(@Nullable Slice requestMeta) {
        JsonWriter json = new JsonWriter(256 + capabilities.length()).beginObject();
        json.string(REVISION_KEY, ModernMessages.REVISION).raw(CAPABILITIES_KEY, capabilities);
        Slice declaredInfo = clientInfo;
        if (declaredInfo != null) {
            json.raw(CLIENT_INFO_KEY, declaredInfo);
        }
        String currentLevel = logLevel;
        if (currentLevel != null) {
            json.string(LOG_LEVEL_KEY, currentLevel);
        }
        if (requestMeta != null) {
            Members members = Members.of(requestMeta);
            while (members.next()) {
                if (!CLIENT_KEYS.contains(members.keyText())) {
                    json.rawMember(members.member());
                }
            }
        }
        return json.endObject().slice();
    }
}

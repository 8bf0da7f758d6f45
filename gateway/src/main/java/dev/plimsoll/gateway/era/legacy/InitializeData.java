package dev.plimsoll.gateway.era.legacy;

import dev.plimsoll.gateway.era.form.LogLevels;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The properties of a legacy client from {@code initialize}, which are repeated in each modern request. */
final class InitializeData {

    /** Keys of the metadata that the gateway sets. The values under these keys in the request are omitted. */
    private static final Set<String> REPLACED_KEYS = Set.of(
            RequestMeta.PROTOCOL_VERSION,
            RequestMeta.CLIENT_INFO,
            RequestMeta.CLIENT_CAPABILITIES,
            RequestMeta.LOG_LEVEL);

    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    private volatile Revision revision = Revision.LATEST_LEGACY;
    private volatile Slice capabilities = EMPTY_OBJECT;
    private volatile @Nullable Slice clientInfo;
    private volatile @Nullable String logLevel;

    /** Reads the parameters of {@code initialize}. */
    void readParams(@Nullable Slice params) {
        Revision requestedRevision = Revision.findLegacy(ObjectEdit.textIn(params, "protocolVersion", 64));
        revision = requestedRevision == null ? Revision.LATEST_LEGACY : requestedRevision;
        Slice clientCapabilities = params == null ? null : ObjectEdit.objectIn(params, "capabilities");
        capabilities =
                clientCapabilities == null ? EMPTY_OBJECT : copyOf(withoutTasksAndRootChanges(clientCapabilities));
        Slice declaredInfo = params == null ? null : ObjectEdit.objectIn(params, "clientInfo");
        clientInfo = declaredInfo == null ? null : copyOf(declaredInfo);
    }

    private static Slice copyOf(Slice slice) {
        return Slice.of(slice.toByteArray());
    }

    /**
     * Removes capabilities that are not repeated in each request: tasks of both eras, which {@link #withTaskMetadata}
     * adds where they are possible, and changes of roots, because a modern server requests the roots each time.
     */
    private static Slice withoutTasksAndRootChanges(Slice clientCapabilities) {
        Slice otherCapabilities = ObjectEdit.without(clientCapabilities, "tasks");
        Slice extensions = ObjectEdit.objectIn(otherCapabilities, "extensions");
        if (extensions != null) {
            otherCapabilities =
                    ObjectEdit.with(otherCapabilities, "extensions", ObjectEdit.without(extensions, RequestMeta.TASKS));
        }
        Slice roots = ObjectEdit.objectIn(otherCapabilities, "roots");
        return roots == null
                ? otherCapabilities
                : ObjectEdit.with(otherCapabilities, "roots", ObjectEdit.without(roots, "listChanged"));
    }

    /**
     * Returns the revision of the session: the client's revision if it is a known legacy revision, otherwise the
     * latest legacy revision.
     */
    Revision revision() {
        return revision;
    }

    /** Sets the log level. Returns false if it does not exist. */
    boolean setLogLevel(@Nullable String level) {
        boolean isKnown = LogLevels.findKnown(level) != null;
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
        return withMetadata(params, capabilities);
    }

    /** Returns the parameters of a request with the client's metadata, which states that tasks are supported. */
    Slice withTaskMetadata(@Nullable Slice params) {
        Slice extensions = ObjectEdit.objectIn(capabilities, "extensions");
        Slice withTasks =
                ObjectEdit.with(extensions == null ? EMPTY_OBJECT : extensions, RequestMeta.TASKS, EMPTY_OBJECT);
        return withMetadata(params, ObjectEdit.with(capabilities, "extensions", withTasks));
    }

    private Slice withMetadata(@Nullable Slice params, Slice statedCapabilities) {
        Slice object = params == null || Json.type(params) != JsonType.OBJECT ? EMPTY_OBJECT : params;
        return ObjectEdit.with(object, "_meta", mergedMeta(ObjectEdit.objectIn(object, "_meta"), statedCapabilities));
    }

    private Slice mergedMeta(@Nullable Slice requestMeta, Slice statedCapabilities) {
        JsonWriter json = new JsonWriter(256 + statedCapabilities.length()).beginObject();
        json.string(RequestMeta.PROTOCOL_VERSION, Revision.MODERN.text())
                .raw(RequestMeta.CLIENT_CAPABILITIES, statedCapabilities);
        Slice declaredInfo = clientInfo;
        if (declaredInfo != null) {
            json.raw(RequestMeta.CLIENT_INFO, declaredInfo);
        }
        String currentLevel = logLevel;
        if (currentLevel != null) {
            json.string(RequestMeta.LOG_LEVEL, currentLevel);
        }
        if (requestMeta != null) {
            Members members = Members.of(requestMeta);
            while (members.next()) {
                if (!REPLACED_KEYS.contains(members.keyText())) {
                    json.rawMember(members.member());
                }
            }
        }
        return json.endObject().slice();
    }
}

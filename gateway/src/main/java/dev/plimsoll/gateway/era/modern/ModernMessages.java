package dev.plimsoll.gateway.era.modern;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes the parts of messages that are new in 2026-07-28. */
final class ModernMessages {

    /** The cache members of a result that must not be cached. */
    private static final String DEFAULT_CACHE_MEMBERS = "\"ttlMs\":0,\"cacheScope\":\"private\"";

    private static final Slice INPUT_REQUIRED = Slice.of("\"input_required\"");

    private ModernMessages() {}

    /**
     * Returns whether a modern client cannot send this method to a legacy server: because 2026-07-28 does not
     * have the method, or because the method concerns tasks, which have another form in 2026-07-28.
     */
    static boolean isRemovedMethod(String method) {
        return ProtocolMethod.isOnlyInOtherRevisions(method, Revision.MODERN) || ProtocolMethod.isTask(method);
    }

    /** Returns the result of a legacy server with the members that 2026-07-28 requires. */
    static Slice withRequiredMembers(@Nullable String method, Slice result) {
        String missing = missingMembers(method, result, null);
        Slice presentMembers = withoutBraces(result);
        return missing.isEmpty()
                ? result
                : new ByteSink(result.length() + missing.length() + 1)
                        .ascii("{")
                        .ascii(missing)
                        .ascii(presentMembers.isEmpty() ? "" : ",")
                        .raw(presentMembers)
                        .ascii("}")
                        .slice();
    }

    /**
     * Returns the required members that a result lacks, as JSON without braces; empty if it lacks none or is not
     * an object.
     */
    static String missingMembers(@Nullable String method, Slice result, @Nullable CheckedJson checked) {
        if (Json.type(result) != JsonType.OBJECT) {
            return "";
        }
        Slice resultType = null;
        boolean needsCacheMembers = ProtocolMethod.isCacheable(method);
        Members members = checked == null ? Members.of(result) : Members.of(checked);
        while (members.next()) {
            resultType = members.keyIs("resultType") ? members.value() : resultType;
            needsCacheMembers &= !members.keyIs("ttlMs");
        }
        if (resultType == null) {
            return "\"resultType\":\"complete\"" + (needsCacheMembers ? "," + DEFAULT_CACHE_MEMBERS : "");
        }
        return needsCacheMembers && !resultType.contentEquals(INPUT_REQUIRED) ? DEFAULT_CACHE_MEMBERS : "";
    }

    private static Slice withoutBraces(Slice object) {
        int from = object.from() + 1;
        int to = object.to() - 1;
        while (from < to && object.bytes()[from] <= ' ') {
            from++;
        }
        return new Slice(object.bytes(), from, to);
    }

    /** Returns a result of {@code server/discover} made from the result of the initialize request. */
    static Slice discoverResult(Slice initializeResult) {
        JsonWriter json = new JsonWriter(initializeResult.length() + 256).beginObject();
        json.string("resultType", "complete").strings("supportedVersions", List.of(Revision.MODERN.text()));
        json.raw("capabilities", ModernTaskMessages.modernCapabilities(initializeResult));
        Slice instructions = Members.get(initializeResult, "instructions");
        if (instructions != null) {
            json.raw("instructions", instructions);
        }
        json.number("ttlMs", 0).string("cacheScope", "private");
        Slice serverInfo = ObjectEdit.objectIn(initializeResult, "serverInfo");
        if (serverInfo != null) {
            json.beginObject("_meta").raw(RequestMeta.SERVER_INFO, serverInfo).endObject();
        }
        return json.endObject().slice();
    }

    /** Returns the parameters without the client's metadata, which legacy servers do not expect. */
    static Slice withoutClientMetadata(Slice requestParams) {
        // input without a request state answers an input request that the gateway created from an error, so the
        // server does not know that input request
        boolean isOwnInput = Members.get(requestParams, "requestState") == null
                && Members.get(requestParams, "inputResponses") != null;
        Slice params = isOwnInput ? ObjectEdit.without(requestParams, "inputResponses") : requestParams;
        Slice meta = ObjectEdit.objectIn(params, "_meta");
        if (meta == null) {
            return params;
        }
        JsonWriter metaWriter = new JsonWriter(meta.length()).beginObject();
        Members members = Members.of(meta);
        while (members.next()) {
            if (!members.keyText().startsWith(RequestMeta.PREFIX)) {
                metaWriter.rawMember(members.member());
            }
        }
        Slice newMeta = metaWriter.endObject().slice();
        return newMeta.length() == 2 ? ObjectEdit.without(params, "_meta") : ObjectEdit.with(params, "_meta", newMeta);
    }
}

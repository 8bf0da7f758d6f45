package dev.plimsoll.gateway.proxy.method;

import dev.plimsoll.gateway.access.AccessRequest;
import dev.plimsoll.gateway.proxy.check.TierCheck;
import dev.plimsoll.gateway.proxy.request.MethodHandler;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Removes from a listing the prompts, resources, or templates that the caller may not use. */
final class FilteredList implements MethodHandler {

    private static final int MAX_NAME_BYTES = 65_536;

    private final String member;
    private final String nameMember;
    private final String readMethod;
    private final BiFunction<String, String, AccessRequest> accessRequest;

    /**
     * Creates a handler.
     *
     * @param member member of the result that contains the entries, such as {@code prompts}
     * @param nameMember member of an entry that access rules match, such as {@code name} or {@code uri}
     * @param readMethod method that uses an entry; without the tier for it, the caller sees no entry
     * @param accessRequest creates the request for the access rules from the name of the server and the name
     *     of an entry
     */
    FilteredList(
            String member,
            String nameMember,
            String readMethod,
            BiFunction<String, String, AccessRequest> accessRequest) {
        this.member = member;
        this.nameMember = nameMember;
        this.readMethod = readMethod;
        this.accessRequest = accessRequest;
    }

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        if (!relaySession.isRestricted()) {
            return RequestAction.PASS;
        }
        boolean canRead = TierCheck.findReadRefusal(relaySession.call(readMethod, request), relaySession) == null;
        return canRead && relaySession.access().isEmpty()
                ? RequestAction.PASS
                : new RequestAction.Forward(null, result -> filter(result, canRead, relaySession));
    }

    private Slice filter(Slice result, boolean canRead, RelaySession relaySession) {
        Slice entries = ObjectEdit.valueIn(result, member);
        if (entries == null || Json.type(entries) != JsonType.ARRAY) {
            throw new RefusedException(
                    ErrorCode.INTERNAL_ERROR,
                    "invalid list of " + member + " of the server",
                    "repeat the request later");
        }
        List<Slice> visibleEntries = new ArrayList<>();
        ItemIndex items = ItemIndex.of(entries);
        for (int i = 0; i < items.count(); i++) {
            String name = ObjectEdit.textIn(items.item(i), nameMember, MAX_NAME_BYTES);
            if (canRead
                    && name != null
                    && relaySession.access().canAllow(accessRequest.apply(relaySession.server(), name))) {
                visibleEntries.add(items.item(i));
            }
        }
        Slice filtered = visibleEntries.size() == items.count()
                ? result
                : ObjectEdit.with(
                        result,
                        member,
                        new JsonWriter(entries.length())
                                .array(visibleEntries, (entry, list) -> list.raw(entry))
                                .slice());
        // other callers may see other entries
        return "public".equals(ObjectEdit.textIn(result, "cacheScope", 64))
                ? ObjectEdit.with(filtered, "cacheScope", Slice.of("\"private\""))
                : filtered;
    }
}

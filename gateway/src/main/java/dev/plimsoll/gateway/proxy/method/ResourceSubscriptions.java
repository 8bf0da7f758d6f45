package dev.plimsoll.gateway.proxy.method;

import dev.plimsoll.gateway.access.AccessRequest;
import dev.plimsoll.gateway.access.AccessRequest.Kind;
import dev.plimsoll.gateway.proxy.check.RuleCheck;
import dev.plimsoll.gateway.proxy.check.TierCheck;
import dev.plimsoll.gateway.proxy.request.MethodHandler;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits subscriptions to the resources that the caller may read. For any other resource, {@code resources/subscribe}
 * is refused. From {@code subscriptions/listen}, other resources are only removed, because its acknowledgment names the
 * accepted resources.
 */
final class ResourceSubscriptions implements MethodHandler {

    private static final int MAX_URI_BYTES = 65_536;
    private static final String URIS = "resourceSubscriptions";

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        if (!relaySession.isRestricted()) {
            return RequestAction.PASS;
        }
        RequestAction tierRefusal =
                TierCheck.findReadRefusal(relaySession.call("resources/read", request), relaySession);
        if ("subscriptions/listen".equals(request.method())) {
            return decideListen(request, tierRefusal == null, relaySession);
        }
        String uri = ObjectEdit.shortText(request.param("uri"), MAX_URI_BYTES);
        if (uri == null) {
            return TierCheck.ambiguousRequestRefusal();
        }
        RequestAction refusal =
                tierRefusal == null ? RuleCheck.findReadRefusal(Kind.RESOURCE, uri, null, relaySession) : tierRefusal;
        return refusal == null ? RequestAction.PASS : refusal;
    }

    private static RequestAction decideListen(Message request, boolean canRead, RelaySession relaySession) {
        Slice params = request.params();
        Slice notifications = params == null ? null : ObjectEdit.objectIn(params, "notifications");
        Slice uris = notifications == null ? null : ObjectEdit.valueIn(notifications, URIS);
        if (params == null || notifications == null || uris == null || Json.type(uris) == JsonType.NULL) {
            return RequestAction.PASS;
        }
        if (Json.type(uris) != JsonType.ARRAY) {
            return TierCheck.ambiguousRequestRefusal();
        }
        List<Slice> allowedUris = new ArrayList<>();
        ItemIndex items = ItemIndex.of(uris);
        for (int i = 0; i < items.count(); i++) {
            String uri = text(items.item(i));
            if (canRead
                    && uri != null
                    && relaySession
                            .access()
                            .allows(new AccessRequest(Kind.RESOURCE, relaySession.server(), uri, null))) {
                allowedUris.add(items.item(i));
            }
        }
        if (allowedUris.size() == items.count()) {
            return RequestAction.PASS;
        }
        Slice allowedList = new JsonWriter(uris.length())
                .array(allowedUris, (uri, list) -> list.raw(uri))
                .slice();
        return new RequestAction.Forward(
                ObjectEdit.with(params, "notifications", ObjectEdit.with(notifications, URIS, allowedList)), null);
    }

    private static @Nullable String text(Slice value) {
        return Json.type(value) == JsonType.STRING && value.length() <= MAX_URI_BYTES
                ? JsonText.unescapeToString(Json.stringInside(value))
                : null;
    }
}

package dev.plimsoll.gateway.proxy.method;

import dev.plimsoll.app.AppPage;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.StoredResource;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.access.AccessRequest.Kind;
import dev.plimsoll.gateway.proxy.check.RuleCheck;
import dev.plimsoll.gateway.proxy.check.TierCheck;
import dev.plimsoll.gateway.proxy.request.LocalResult;
import dev.plimsoll.gateway.proxy.request.MethodHandler;
import dev.plimsoll.gateway.proxy.request.ProtocolErrorException;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Handles {@code resources/read}: Plimsoll's own resources are read from stored results; resources of the
 * server are guarded like results of tools.
 */
public final class ResourcesRead implements MethodHandler {

    private static final String SNAPSHOT_URI_PREFIX = "plimsoll://";
    private static final String METHOD = "resources/read";

    /** Returns whether a URI names a stored result; false for null. */
    public static boolean isSnapshotUri(@Nullable String uri) {
        return uri != null && uri.startsWith(SNAPSHOT_URI_PREFIX);
    }

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        String uri = ObjectEdit.shortText(request.param("uri"), 65_536);
        if (uri == null) {
            return TierCheck.allowUnlessRestricted(RequestAction.PASS, relaySession);
        }
        ToolCall call = relaySession.call(METHOD, request);
        if (isSnapshotUri(uri)) {
            return new RequestAction.Answer(() -> readSnapshot(call, uri, relaySession));
        }
        if (AppPage.isAppUri(uri)) {
            relaySession.onAppPageRead();
        }
        RequestAction refusal = TierCheck.findReadRefusal(call, relaySession);
        if (refusal != null) {
            return refusal;
        }
        RequestAction ruleRefusal = RuleCheck.findReadRefusal(Kind.RESOURCE, uri, null, relaySession);
        if (ruleRefusal != null) {
            return ruleRefusal;
        }
        return new RequestAction.Forward(
                null,
                new TimedRequest(
                        relaySession, call, (timedCall, result) -> guard(timedCall, uri, result, relaySession)));
    }

    private static Outcome guard(ToolCall call, String uri, Slice result, RelaySession relaySession) {
        Outcome outcome = relaySession.engine().guardResource(call, uri, result);
        if (outcome.receipt().reason().equals(AppPage.REASON)) {
            relaySession.onAppPageRead();
        }
        return outcome;
    }

    private static LocalResult readSnapshot(ToolCall call, String uri, RelaySession relaySession) {
        try {
            StoredResource storedResource = relaySession.engine().resource(call, uri);
            return new LocalResult(storedResource.result(), storedResource.receipt());
        } catch (RefusedException refused) {
            int code = call.client().isModern() ? ErrorObject.INVALID_PARAMS : ErrorObject.RESOURCE_NOT_FOUND;
            throw new ProtocolErrorException(new ErrorObject(code, refused));
        }
    }
}

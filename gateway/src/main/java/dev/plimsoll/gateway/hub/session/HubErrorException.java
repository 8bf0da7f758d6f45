package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.rpc.ErrorObject;

/** Thrown when a request is answered with a JSON-RPC error. */
public final class HubErrorException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient ErrorObject errorObject;

    public HubErrorException(ErrorObject errorObject) {
        super(errorObject.refusal().getMessage(), null, false, false);
        this.errorObject = errorObject;
    }

    public ErrorObject errorObject() {
        return errorObject;
    }
}

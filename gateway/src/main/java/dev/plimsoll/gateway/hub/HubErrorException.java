package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.ErrorObject;

/** Thrown when a request is answered with a JSON-RPC error. */
final class HubErrorException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient ErrorObject errorObject;

    HubErrorException(ErrorObject errorObject) {
        super(errorObject.refusal().getMessage(), null, false, false);
        this.errorObject = errorObject;
    }

    ErrorObject errorObject() {
        return errorObject;
    }
}

package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.gateway.rpc.ErrorObject;

/** Thrown if a request fails for a reason for which the specification has an error code. */
public final class ProtocolErrorException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient ErrorObject errorObject;

    public ProtocolErrorException(ErrorObject errorObject) {
        super(errorObject.refusal().getMessage());
        this.errorObject = errorObject;
    }

    ErrorObject errorObject() {
        return errorObject;
    }
}

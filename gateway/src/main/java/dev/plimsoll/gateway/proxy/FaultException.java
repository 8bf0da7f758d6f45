package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.wire.Fault;

/** A request has no result, for a reason that has a code of its own in the specification. */
final class FaultException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Fault fault;

    FaultException(Fault fault) {
        super(fault.why().getMessage());
        this.fault = fault;
    }

    Fault fault() {
        return fault;
    }
}

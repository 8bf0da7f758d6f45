package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.wire.Fault;

/** A request that is answered with an error of the protocol. */
final class HubFault extends Exception {

    private static final long serialVersionUID = 1;

    private final transient Fault fault;

    HubFault(Fault fault) {
        super(fault.why().getMessage(), null, false, false);
        this.fault = fault;
    }

    Fault fault() {
        return fault;
    }
}

package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.proxy.Relay;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import java.io.IOException;

/** The only session of {@code plimsoll run}, which passes messages to the relay. */
record RelayEndpointSession(Relay relay) implements EndpointSession {

    @Override
    public void handle(ReceivedMessages received, Peer requester) {
        try {
            relay.onClientMessages(received, requester);
        } catch (IOException e) {
            requester.onCancelled();
        }
    }

    @Override
    public boolean isIdle() {
        return relay.isIdle();
    }

    @Override
    public void runMaintenance() {
        // RunSession fails the overdue requests of the relay
    }

    @Override
    public void cancel() {
        relay.cancelAll();
    }

    @Override
    public void close() {
        // RunSession ends the relay
    }
}

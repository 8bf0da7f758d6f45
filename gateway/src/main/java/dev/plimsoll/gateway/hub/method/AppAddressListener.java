package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.server.AppAddresses;
import dev.plimsoll.gateway.hub.session.OpenLink;
import dev.plimsoll.gateway.hub.session.ServerLink;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import java.io.IOException;

/** Passes on a server's response, with the addresses of app pages replaced with those for clients. */
final class AppAddressListener implements OpenLink.ResponseListener {

    private final AppAddresses addresses;
    private final OpenLink.ResponseListener next;

    AppAddressListener(ServerLink serverLink, OpenLink.ResponseListener next) {
        this.addresses = new AppAddresses(serverLink.name());
        this.next = next;
    }

    /** Returns the response with the addresses for clients. */
    static Message withClientAddresses(AppAddresses addresses, Message response) {
        Slice result = response.result();
        Slice converted = result == null ? null : addresses.convertResult(result);
        return result == null || converted == null || converted.isSameRange(result)
                ? response
                : response.withResult(converted);
    }

    @Override
    public void send(Message response) throws IOException {
        next.send(withClientAddresses(addresses, response));
    }

    @Override
    public boolean isProgram() {
        return next.isProgram();
    }

    @Override
    public boolean needsFreshResults() {
        return next.needsFreshResults();
    }

    @Override
    public void onCancelled() {
        next.onCancelled();
    }

    @Override
    public void onConnectionLost() {
        next.onConnectionLost();
    }
}

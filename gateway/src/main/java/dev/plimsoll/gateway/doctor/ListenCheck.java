package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.config.model.Configuration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Checks that the address that {@code serve} listens on is free. */
final class ListenCheck implements DoctorCheck {

    @Override
    public void check(Configuration configuration, Findings findings) {
        String listen = configuration.listen();
        int colon = listen.lastIndexOf(':');
        String host = listen.substring(0, colon).replace("[", "").replace("]", "");
        try (ServerSocket socket = new ServerSocket()) {
            int port = Integer.parseInt(listen.substring(colon + 1));
            socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            findings.addOk("listen", listen + " is free");
        } catch (IOException e) {
            findings.addWarning(
                    "listen",
                    listen + ": " + e.getMessage(),
                    "stop the program that uses it, or set listen (only serve needs it)");
        }
    }
}

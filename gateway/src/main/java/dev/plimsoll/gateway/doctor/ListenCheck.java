package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.HostAndPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Checks that the addresses that {@code serve} listens on are free. */
final class ListenCheck implements DoctorCheck {

    @Override
    public void check(Configuration configuration, Findings findings) {
        check("listen", configuration.listen(), findings);
        String healthListen = configuration.serving().healthListen();
        if (healthListen != null) {
            check("healthListen", healthListen, findings);
        }
    }

    private static void check(String key, String setting, Findings findings) {
        HostAndPort address = HostAndPort.parse(setting);
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName(address.host()), address.port()));
            findings.addOk(key, setting + " is free");
        } catch (IOException e) {
            findings.addWarning(
                    key,
                    setting + ": " + e.getMessage(),
                    "stop the program that uses it, or set " + key + " (only serve needs it)");
        }
    }
}

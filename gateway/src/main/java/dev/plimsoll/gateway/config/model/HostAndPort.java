package dev.plimsoll.gateway.config.model;

/**
 * An address to listen on.
 *
 * @param host a name or an IP address, without brackets
 * @param port 0 for any free port
 */
public record HostAndPort(String host, int port) {

    /** Parses a checked setting, such as {@code 127.0.0.1:8080} or {@code [::1]:8080}. */
    public static HostAndPort parse(String setting) {
        int colon = setting.lastIndexOf(':');
        String host = setting.substring(0, colon).replace("[", "").replace("]", "");
        return new HostAndPort(host, Integer.parseInt(setting.substring(colon + 1)));
    }
}

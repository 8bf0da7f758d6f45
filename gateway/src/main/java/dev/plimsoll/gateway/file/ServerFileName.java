package dev.plimsoll.gateway.file;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.digest.Sha256;
import java.net.URI;
import java.util.regex.Pattern;

/**
 * Creates names for files about a server: the name of the server, and a hash of its command or of its URL without
 * credentials.
 */
public final class ServerFileName {

    private static final int HASH_BYTES = 6;

    /**
     * Version at the end of a word of a command, such as {@code @1.2.3}. It is left out of the hash, so that a new
     * version of a server has the same file name.
     */
    private static final Pattern VERSION =
            Pattern.compile("(?<=.)(?:(?:@|==|:)v?[0-9][0-9A-Za-z.+-]{0,63}|[@:]latest)$");

    private ServerFileName() {}

    public static String of(ServerConfig serverConfig) {
        URI url = serverConfig.url();
        String address = url == null
                ? String.join(
                        "\n",
                        serverConfig.command().stream()
                                .map(ServerFileName::withoutVersion)
                                .toList())
                : url.getScheme() + "://" + url.getHost() + ":" + url.getPort() + url.getRawPath();
        return serverConfig.name() + "-" + shortHash(address);
    }

    private static String withoutVersion(String word) {
        return VERSION.matcher(word).replaceFirst("");
    }

    private static String shortHash(String text) {
        return Sha256.hex(text, HASH_BYTES);
    }
}

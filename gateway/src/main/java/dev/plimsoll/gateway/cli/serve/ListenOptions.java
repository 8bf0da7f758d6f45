package dev.plimsoll.gateway.cli.serve;

import dev.plimsoll.gateway.cli.SettingOptions;
import dev.plimsoll.gateway.config.CommandLineValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command-line options that all serving commands share. */
final class ListenOptions {

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "the address to listen on (default: 127.0.0.1:8080)")
    private @Nullable String listen;

    @Option(names = "--insecure", description = "allow access from other machines without authentication")
    private boolean isInsecure;

    @Option(
            names = "--management",
            paramLabel = "MODE",
            description = "who may change servers and rules through the API: auth, local, or off (default: auth)")
    private @Nullable String management;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    List<CommandLineValue> flags() {
        List<CommandLineValue> flags = new ArrayList<>(settings.flags());
        if (listen != null) {
            flags.add(CommandLineValue.listen(listen));
        }
        if (isInsecure) {
            flags.add(CommandLineValue.insecure());
        }
        if (management != null) {
            flags.add(CommandLineValue.management(management));
        }
        return flags;
    }
}

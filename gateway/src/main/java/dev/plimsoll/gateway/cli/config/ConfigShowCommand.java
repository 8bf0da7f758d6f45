package dev.plimsoll.gateway.cli.config;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.view.EffectiveConfig;
import dev.plimsoll.gateway.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll config show}: prints the effective configuration. */
@Command(
        name = "show",
        description = "Prints the active configuration with the source of each value; secrets are masked.",
        sortOptions = false)
final class ConfigShowCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;

    @Mixin
    private ConfigOptions options = new ConfigOptions();

    @Option(names = "--json", description = "print one JSON object for programs")
    private boolean isJsonOutput;

    ConfigShowCommand(Terminal terminal, HostEnvironment hostEnvironment) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
    }

    @Override
    public Integer call() {
        return options.runWithConfiguration(hostEnvironment, terminal, loadedConfiguration -> {
            EffectiveConfig effectiveConfig = new EffectiveConfig(loadedConfiguration);
            terminal.out().print(isJsonOutput ? effectiveConfig.json() : effectiveConfig.yaml());
        });
    }
}

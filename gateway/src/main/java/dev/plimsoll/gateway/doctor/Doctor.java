package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.ConfigError;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs all checks in order. */
public final class Doctor {

    private final HostEnvironment hostEnvironment;
    private final PrintStream out;

    public Doctor(HostEnvironment hostEnvironment, PrintStream out) {
        this.hostEnvironment = hostEnvironment;
        this.out = out;
    }

    /**
     * Runs the checks, prints the findings, and returns whether there are no errors.
     *
     * @param file the configuration file to check; null for the default file
     * @param extraServer a server that is not in the configuration, or null
     */
    public boolean run(@Nullable String file, List<CommandLineValue> flags, @Nullable ServerConfig extraServer) {
        Findings findings = new Findings(out);
        new JavaCheck().check(findings);
        new DaemonCheck(hostEnvironment).check(findings);
        Configuration configuration = readConfiguration(file, flags, findings);
        if (configuration != null) {
            Configuration checkedConfiguration = extraServer == null ? configuration : configuration.with(extraServer);
            List<DoctorCheck> checks = List.of(
                    new DataFolderCheck(), new StoreCheck(), new ListenCheck(), new AccessCheck(), new ServersCheck());
            checks.forEach(doctorCheck -> doctorCheck.check(checkedConfiguration, findings));
        }
        out.println(findings.summary());
        return findings.errorCount() == 0;
    }

    private @Nullable Configuration readConfiguration(
            @Nullable String file, List<CommandLineValue> flags, Findings findings) {
        String subject = "configuration";
        try {
            LoadedConfiguration loadedConfiguration = new ConfigurationReader(hostEnvironment).readNearest(file, flags);
            for (ConfigError warning : loadedConfiguration.warnings()) {
                findings.addWarning(subject, warning.toString(), "docs/reference/configuration.md describes each key");
            }
            Configuration configuration = loadedConfiguration.configuration();
            String source = loadedConfiguration.file() == null
                    ? "no file, defaults"
                    : loadedConfiguration.file().toString();
            findings.addOk(subject, source + ", " + configuration.servers().size() + " servers");
            return configuration;
        } catch (ConfigurationException e) {
            for (ConfigError configError : e.errors()) {
                findings.addError(subject, configError.toString(), "plimsoll config check shows all errors");
            }
            return null;
        }
    }
}

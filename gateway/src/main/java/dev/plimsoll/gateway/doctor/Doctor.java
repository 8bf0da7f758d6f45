package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.Flag;
import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Fault;
import dev.plimsoll.gateway.config.model.Server;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes through all checks in order. */
public final class Doctor {

    private final Surroundings surroundings;
    private final PrintStream out;

    public Doctor(Surroundings surroundings, PrintStream out) {
        this.surroundings = surroundings;
        this.out = out;
    }

    /**
     * Looks, and says what it sees; true when nothing has to be mended.
     *
     * @param file the configuration to look at; null for the usual ones
     * @param extra a server that is not in the configuration, or null
     */
    public boolean examine(@Nullable String file, List<Flag> flags, @Nullable Server extra) {
        Findings findings = new Findings(out);
        new JavaCheck().look(findings);
        Configuration configuration = configuration(file, flags, findings);
        if (configuration != null) {
            Configuration all = extra == null ? configuration : configuration.with(extra);
            List<Check> checks = List.of(
                    new DataFolderCheck(), new StoreCheck(), new ListenCheck(), new AccessCheck(), new ServersCheck());
            checks.forEach(check -> check.look(all, findings));
        }
        out.println(findings.sum());
        return findings.badCount() == 0;
    }

    private @Nullable Configuration configuration(@Nullable String file, List<Flag> flags, Findings findings) {
        String what = "configuration";
        try {
            Loaded loaded = new ConfigurationReader(surroundings).readNearest(file, flags);
            for (Fault warning : loaded.warnings()) {
                findings.odd(what, warning.toString(), "docs/reference/configuration.md says what each key does");
            }
            Configuration configuration = loaded.configuration();
            String from =
                    loaded.file() == null ? "no file, defaults" : loaded.file().toString();
            findings.good(what, from + ", " + configuration.servers().size() + " servers");
            return configuration;
        } catch (ConfigurationException e) {
            for (Fault fault : e.faults()) {
                findings.bad(what, fault.toString(), "plimsoll config check shows all faults");
            }
            return null;
        }
    }
}

package dev.plimsoll.gateway.manage.file;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.edit.EditException;
import dev.plimsoll.gateway.manage.file.ConfigEditException.Reason;
import dev.plimsoll.gateway.manage.file.ConfigEditor.TextChange;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.reload.ConfigSource;
import java.nio.file.Path;

/**
 * Changes a configuration file for a command such as {@code plimsoll server add}. A gateway that uses the file
 * reloads it.
 */
public final class FileEditor {

    private final ConfigSource configSource;
    private final LoadedConfiguration current;

    /** @param current the configuration that was read from the source */
    public FileEditor(ConfigSource configSource, LoadedConfiguration current) {
        this.configSource = configSource;
        this.current = current;
    }

    private Path requireFile() throws ConfigEditException {
        Path file = current.file();
        if (file == null) {
            throw new ConfigEditException(
                    Reason.INVALID,
                    "there is no plimsoll.yaml in this folder; name the file that plimsoll serve uses: --config FILE");
        }
        return file;
    }

    /** Returns the configuration after a change, without changing the file. */
    public LoadedConfiguration parseCandidate(TextChange change) throws ConfigurationException, ConfigEditException {
        return check(applyTo(ConfigFileContent.read(requireFile()), change));
    }

    /** Changes the file, if the new configuration is valid. Returns the file. */
    public Path edit(TextChange change) throws ConfigurationException, ConfigEditException {
        Path path = requireFile();
        // the change is checked before the lock is taken, and checked again with the lock, because the file
        // may have changed
        var _ = parseCandidate(change);
        ConfigFileContent.withLock(current.configuration().data(), () -> {
            ConfigFileContent file = ConfigFileContent.read(path);
            String text = applyTo(file, change);
            if (text.equals(file.text())) {
                throw new ConfigEditException(
                        Reason.CONFLICT, path + " already contains this change; nothing was changed");
            }
            try {
                var _ = check(text);
            } catch (ConfigurationException e) {
                throw new ConfigEditException(
                        Reason.CONFLICT, path + " was changed by another program meanwhile; nothing was changed", e);
            }
            return file.writeFile(text);
        });
        return path;
    }

    private static String applyTo(ConfigFileContent file, TextChange change) throws ConfigEditException {
        try {
            return ConfigEditor.applyChange(file.text(), change);
        } catch (EditException e) {
            throw new ConfigEditException(Reason.INVALID, e.getMessage(), e);
        }
    }

    private LoadedConfiguration check(String text) throws ConfigurationException, ConfigEditException {
        LoadedConfiguration candidate = configSource.readWith(text);
        if (candidate == null
                || ServerManager.findServable(candidate.configuration()).isEmpty()) {
            throw new ConfigEditException(
                    Reason.INVALID,
                    "no server would have a command or a url, and plimsoll serve needs one; nothing was changed."
                            + " To end a server, stop it: plimsoll server stop NAME");
        }
        return candidate;
    }
}

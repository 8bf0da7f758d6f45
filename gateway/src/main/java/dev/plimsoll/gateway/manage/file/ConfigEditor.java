package dev.plimsoll.gateway.manage.file;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.edit.EditException;
import dev.plimsoll.gateway.config.model.ConfigError;
import dev.plimsoll.gateway.manage.file.ConfigEditException.Reason;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.reload.ReloadAttempt;
import dev.plimsoll.gateway.reload.ReloadAttempt.Result;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes the configuration file of a running gateway, and applies the change. The whole new configuration is checked
 * before the file is written. If it cannot be applied, the old text is written back.
 */
public final class ConfigEditor {

    private static final int MAX_UNDO = 20;

    private final ConfigReloader configReloader;
    private final Path data;
    private final Deque<Edit> edits = new ArrayDeque<>();

    /** Change of the text of the file. */
    @FunctionalInterface
    public interface TextChange {
        String apply(String text) throws EditException, ConfigEditException;
    }

    /**
     * Change that was applied, with the data to undo it.
     *
     * @param caller the caller, for the audit log
     * @param description the change in words
     * @param textBefore the text before the change, which may contain secrets
     * @param digestAfter the digest of the file after the change
     */
    private record Edit(Instant at, String caller, String description, String textBefore, String digestAfter) {}

    /**
     * Description of a change that can be undone.
     *
     * @param caller the caller, for the audit log
     * @param description the change in words
     */
    public record AppliedEdit(Instant at, String caller, String description) {}

    /**
     * Result of a change.
     *
     * @param digest the digest of the file now
     */
    public record EditResult(ReloadAttempt attempt, String digest) {}

    /** @param data the data folder, which contains the lock file for changes of the configuration */
    public ConfigEditor(ConfigReloader configReloader, Path data) {
        this.configReloader = configReloader;
        this.data = data;
    }

    /** Returns the digest of the file; empty if there is no file, or if it cannot be read or written. */
    public String digest() {
        try {
            return ConfigFileContent.read(requireFile()).digest();
        } catch (ConfigEditException e) {
            return "";
        }
    }

    /**
     * Changes the file and applies the change.
     *
     * @param caller the caller, for the audit log
     * @param description the change in words, without secrets
     * @param expectedDigest the digest of the file that the caller has read: throws if the file has changed
     *     since; null to accept any file
     */
    public EditResult edit(String caller, String description, @Nullable String expectedDigest, TextChange change)
            throws ConfigEditException {
        return ConfigFileContent.withLock(data, () -> {
            // the reloader must not load the new file before this method applies it
            synchronized (configReloader) {
                ConfigFileContent oldFile = readCurrent(expectedDigest);
                String newText = applyTo(oldFile, change);
                if (newText.equals(oldFile.text())) {
                    throw new ConfigEditException(
                            Reason.CONFLICT, requireFile() + " already contains this change; nothing was changed");
                }
                EditResult result = writeAndApply(caller, oldFile, newText);
                edits.addFirst(new Edit(result.attempt().at(), caller, description, oldFile.text(), result.digest()));
                while (edits.size() > MAX_UNDO) {
                    edits.removeLast();
                }
                return result;
            }
        });
    }

    /** Returns the changes that can be undone, the newest first. */
    public List<AppliedEdit> undoableEdits() {
        synchronized (configReloader) {
            return edits.stream()
                    .map(edit -> new AppliedEdit(edit.at, edit.caller, edit.description))
                    .toList();
        }
    }

    /**
     * Undoes the last change. Throws if the file has changed since.
     *
     * @param expectedDigest the digest of the file that the caller has read; null to accept any file
     */
    public EditResult undo(String caller, @Nullable String expectedDigest) throws ConfigEditException {
        return ConfigFileContent.withLock(data, () -> {
            synchronized (configReloader) {
                Edit lastEdit = edits.peekFirst();
                if (lastEdit == null) {
                    throw new ConfigEditException(
                            Reason.NOTHING_TO_UNDO,
                            "there is nothing to undo: no change was made since the gateway started");
                }
                requireDigest(expectedDigest == null ? lastEdit.digestAfter : expectedDigest, lastEdit.digestAfter);
                EditResult result = writeAndApply(caller, readCurrent(lastEdit.digestAfter), lastEdit.textBefore);
                edits.removeFirst();
                return result;
            }
        });
    }

    /**
     * Returns the configuration after a change, without changing the file.
     *
     * @param expectedDigest the digest of the file that the caller has read; null to accept any file
     */
    public LoadedConfiguration parseCandidate(@Nullable String expectedDigest, TextChange change)
            throws ConfigEditException {
        synchronized (configReloader) {
            return check(applyTo(readCurrent(expectedDigest), change));
        }
    }

    private Path requireFile() throws ConfigEditException {
        Path file = configReloader.current().file();
        if (file == null) {
            throw new ConfigEditException(
                    Reason.INVALID,
                    "the gateway runs without a configuration file, so nothing can be written back; start it with a"
                            + " file: plimsoll serve --config plimsoll.yaml");
        }
        return file;
    }

    /** Reads the file. Throws if the gateway uses another configuration than the file contains. */
    private ConfigFileContent readCurrent(@Nullable String expectedDigest) throws ConfigEditException {
        Path path = requireFile();
        ConfigFileContent file = ConfigFileContent.read(path);
        requireDigest(expectedDigest == null ? file.digest() : expectedDigest, file.digest());
        List<String> differences;
        try {
            LoadedConfiguration onDisk = configReloader.source().readWith(file.text());
            if (onDisk == null) {
                throw new ConfigEditException(Reason.INVALID, "this gateway's configuration cannot be changed");
            }
            differences = configReloader.findDifferences(onDisk);
        } catch (ConfigurationException e) {
            throw new ConfigEditException(
                    Reason.CONFLICT,
                    path + " has errors, so the gateway does not use it; correct it first",
                    errorTexts(e));
        }
        if (!differences.isEmpty()) {
            throw new ConfigEditException(
                    Reason.CONFLICT,
                    path + " was changed by hand and these changes are not in effect: "
                            + String.join(", ", differences.subList(0, Math.min(5, differences.size())))
                            + "; reload or undo them first");
        }
        return file;
    }

    private void requireDigest(String expected, String actual) throws ConfigEditException {
        if (!expected.equals(actual)) {
            throw new ConfigEditException(
                    Reason.CONFLICT,
                    requireFile() + " has changed since you read it; read it again, then repeat the change");
        }
    }

    private static List<String> errorTexts(ConfigurationException e) {
        return e.errors().stream().map(ConfigError::toString).toList();
    }

    private static String applyTo(ConfigFileContent file, TextChange change) throws ConfigEditException {
        try {
            return applyChange(file.text(), change);
        } catch (EditException e) {
            throw new ConfigEditException(Reason.INVALID, e.getMessage(), e);
        }
    }

    /** Applies a change to the text of a file. The change does not see the byte order mark, which stays. */
    static String applyChange(String text, TextChange change) throws EditException, ConfigEditException {
        String mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
        return mark + change.apply(text.substring(mark.length()));
    }

    /** Parses and checks a text. Returns its configuration; throws if it has errors. */
    private LoadedConfiguration check(String text) throws ConfigEditException {
        List<String> errors;
        try {
            LoadedConfiguration candidate = configReloader.source().readWith(text);
            errors = candidate == null ? List.of("cannot be read") : configReloader.findErrors(candidate);
            if (candidate != null && errors.isEmpty()) {
                return candidate;
            }
        } catch (ConfigurationException e) {
            errors = errorTexts(e);
        }
        throw new ConfigEditException(
                Reason.INVALID, "the new configuration has errors; nothing was changed", new ArrayList<>(errors));
    }

    private EditResult writeAndApply(String caller, ConfigFileContent oldFile, String newText)
            throws ConfigEditException {
        var _ = check(newText);
        ConfigFileContent newFile = oldFile.writeFile(newText);
        ReloadAttempt attempt;
        try {
            attempt = configReloader.reload(caller);
        } catch (RuntimeException e) {
            restore(oldFile, newFile);
            throw e;
        }
        if (attempt.result() == Result.REFUSED) {
            restore(oldFile, newFile);
            throw new ConfigEditException(
                    Reason.CONFLICT, "the change could not be applied; the file is as before", attempt.errors());
        }
        return new EditResult(attempt, newFile.digest());
    }

    /** Writes the old text back. */
    private void restore(ConfigFileContent oldFile, ConfigFileContent newFile) throws ConfigEditException {
        try {
            var _ = newFile.writeFile(oldFile.text());
        } catch (ConfigEditException e) {
            throw new ConfigEditException(
                    Reason.UNWRITABLE,
                    requireFile()
                            + " has the new text, which is not in effect, and the old one cannot be written back ("
                            + e.getMessage() + "); correct the file by hand",
                    e);
        }
    }
}

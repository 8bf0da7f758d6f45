package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxException;
import dev.plimsoll.gateway.wrap.syntax.TextEdit;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Implements {@code plimsoll wrap} and {@code plimsoll unwrap}: reads a file, changes its servers, writes it, and
 * prints the changes.
 */
public final class ClientFileRewriter {

    private final WrapRequest wrapRequest;
    private final PrintStream out;
    private final ConfigFile file;
    private final List<WrapServer> allServers;
    private final List<WrapServer> selectedServers;

    private ClientFileRewriter(WrapRequest wrapRequest, PrintStream out) throws WrapException, IOException {
        this.wrapRequest = wrapRequest;
        this.out = out;
        this.file = ConfigFile.read(wrapRequest.file());
        this.allServers = findServers(file);
        this.selectedServers = wrapRequest.select(allServers);
    }

    /**
     * Wraps the requested servers.
     *
     * @param launcher the program that clients start; null if unknown
     * @param options options for {@code run} by name, in command-line order
     */
    public static void wrap(
            WrapRequest wrapRequest, @Nullable String launcher, Map<String, String> options, PrintStream out)
            throws WrapException, IOException {
        String program = Launcher.requireValid(launcher);
        ClientFileRewriter clientFileRewriter = new ClientFileRewriter(wrapRequest, out);
        clientFileRewriter.wrapServers(program, options);
    }

    public static void unwrap(WrapRequest wrapRequest, @Nullable String launcher, PrintStream out)
            throws WrapException, IOException {
        new ClientFileRewriter(wrapRequest, out).unwrapServers(launcher == null ? "" : launcher);
    }

    private static List<WrapServer> findServers(ConfigFile file) throws WrapException {
        try {
            List<WrapServer> found = WrapServers.findAll(file.format().parse(file.text()));
            if (found.isEmpty()) {
                throw new WrapException(file.path() + " has no servers; looked for " + WrapServers.searchedPaths());
            }
            return found;
        } catch (SyntaxException e) {
            throw new WrapException(file.path() + " is not " + file.format() + ": " + e.getMessage());
        }
    }

    private void wrapServers(String launcher, Map<String, String> options) throws IOException {
        ServerWrapper serverWrapper = new ServerWrapper(file.format().editor(file.text()), launcher, options);
        List<ServerChange> changes = new UndoCheck(file.format(), file.text(), launcher, allServers)
                .keepReversible(serverWrapper.wrap(allServers, selectedServers));
        String newText = printChanges(changes, "wrapped");
        if (newText == null) {
            return;
        }
        file.requireWritable();
        Path backup = file.backUp();
        file.overwrite(newText);
        out.println("Backup: " + TerminalText.withoutControls(backup.toString()));
        if (changes.stream()
                .anyMatch(
                        change -> change.server().isRemote() && !change.edits().isEmpty())) {
            out.println("If a server with a URL requires OAuth, log in once: plimsoll login URL");
        }
        out.println("Restart the client to use them. To undo: plimsoll unwrap " + shellPath());
    }

    private void unwrapServers(String launcher) throws IOException {
        List<ServerChange> changes =
                new ServerUnwrapper(file.format().editor(file.text()), launcher).unwrap(selectedServers);
        String newText = printChanges(changes, "unwrapped");
        if (newText == null) {
            return;
        }
        file.requireWritable();
        Path equalBackup = file.findBackup(newText);
        List<Path> backups = file.backups();
        file.overwrite(newText);
        if (equalBackup != null) {
            out.println("The file is equal to its backup " + TerminalText.withoutControls(equalBackup.toString())
                    + ", which you can delete.");
        } else if (!backups.isEmpty()) {
            out.println("Commands and arguments are restored; other parts of the file differ from "
                    + TerminalText.withoutControls(backups.getLast().toString()) + ".");
        }
        out.println("Restart the client to use them.");
    }

    /** Prints the change of each server. Returns the new text of the file; null if nothing must be written. */
    private @Nullable String printChanges(List<ServerChange> changes, String verb) {
        List<TextEdit> edits = changes.stream()
                .flatMap(serverChange -> serverChange.edits().stream())
                .toList();
        long changedCount = changes.stream()
                .filter(serverChange -> !serverChange.edits().isEmpty())
                .count();
        String countText =
                changedCount + " of " + allServers.size() + (allServers.size() == 1 ? " server " : " servers ");
        out.println(shellPath() + ": "
                + (changedCount == 0
                        ? "nothing to change"
                        : countText + (wrapRequest.isDryRun() ? "would be " : "") + verb));
        int width = changes.stream()
                .mapToInt(serverChange -> serverChange.server().label().length())
                .max()
                .orElse(0);
        for (ServerChange serverChange : changes) {
            String label = serverChange.server().label();
            out.println("  " + label + " ".repeat(width - label.length()) + "  "
                    + TerminalText.withoutControls(serverChange.description()));
        }
        if (wrapRequest.isDryRun() && !edits.isEmpty()) {
            SecretMasker masker = new SecretMasker(changes.stream()
                    .flatMap(serverChange -> serverChange.secrets().stream())
                    .toList());
            EditDiff.print(shellPath(), file.text(), edits, masker, out);
        }
        return wrapRequest.isDryRun() || edits.isEmpty() ? null : applyEdits(edits);
    }

    /** Returns the new text. Parses it first, so that an invalid file is never written. */
    private String applyEdits(List<TextEdit> edits) {
        String result = TextEdit.apply(file.text(), edits);
        try {
            if (WrapServers.findAll(file.format().parse(result)).size() == allServers.size()) {
                return result;
            }
            throw new IllegalStateException("the new text has a different number of servers");
        } catch (SyntaxException e) {
            throw new IllegalStateException("the new text is not " + file.format(), e);
        }
    }

    private String shellPath() {
        return TerminalText.shellWord(file.path().toString());
    }
}

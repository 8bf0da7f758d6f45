package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.Edit;
import dev.plimsoll.gateway.wrap.jsonc.Jsonc;
import dev.plimsoll.gateway.wrap.jsonc.JsoncException;
import dev.plimsoll.gateway.wrap.jsonc.Node;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code plimsoll wrap} and {@code plimsoll unwrap}: reads a file, changes its servers, writes it, says what it did. */
public final class Rewrite {

    private final Request request;
    private final PrintStream out;
    private final ConfigFile file;
    private final List<Server> all;
    private final List<Server> chosen;

    private Rewrite(Request request, PrintStream out) throws WrapException, IOException {
        this.request = request;
        this.out = out;
        this.file = ConfigFile.read(request.file());
        this.all = servers(file);
        this.chosen = request.chosen(all);
    }

    /** Options for {@code run} by name, in the order in which they are to stand. */
    public static void wrap(Request request, @Nullable String launcher, Map<String, String> options, PrintStream out)
            throws WrapException, IOException {
        String program = Launcher.checked(launcher);
        Rewrite rewrite = new Rewrite(request, out);
        rewrite.wrap(new Wrapping(rewrite.file.text(), program, options));
    }

    public static void unwrap(Request request, @Nullable String launcher, PrintStream out)
            throws WrapException, IOException {
        Rewrite rewrite = new Rewrite(request, out);
        rewrite.unwrap(new Unwrapping(rewrite.file.text(), launcher == null ? "" : launcher));
    }

    private static List<Server> servers(ConfigFile file) throws WrapException {
        List<Server> found = Servers.in(document(file));
        if (found.isEmpty()) {
            throw new WrapException(file.path() + " has no servers; looked for " + Servers.places());
        }
        return found;
    }

    private static Node document(ConfigFile file) throws WrapException {
        try {
            return Jsonc.parse(file.text());
        } catch (JsoncException e) {
            throw new WrapException(file.path() + " is not JSON: " + e.getMessage());
        }
    }

    private void wrap(Wrapping wrapping) throws IOException {
        List<Change> changes = wrapping.of(all, chosen);
        String result = begin(changes, "put behind plimsoll");
        if (result == null) {
            return;
        }
        file.requireWritable();
        Path backup = file.keep();
        file.replace(result);
        out.println("Backup: " + Shown.plain(backup.toString()));
        out.println("Restart the client to use them. To undo: plimsoll unwrap " + typed());
    }

    private void unwrap(Unwrapping unwrapping) throws IOException {
        List<Change> changes = unwrapping.of(chosen);
        String result = begin(changes, "taken out from behind plimsoll");
        if (result == null) {
            return;
        }
        file.requireWritable();
        Path same = file.backupOf(result);
        List<Path> backups = file.backups();
        file.replace(result);
        if (same != null) {
            out.println("The file is byte for byte as it was: " + Shown.plain(same.toString()) + " may go.");
        } else if (!backups.isEmpty()) {
            out.println("Commands and arguments are as they were; the file as a whole is not what "
                    + Shown.plain(backups.getLast().toString()) + " has.");
        }
        out.println("Restart the client to use them.");
    }

    /** Says what becomes of each server; the new text, {@code null} if nothing is to be written. */
    private @Nullable String begin(List<Change> changes, String done) {
        List<Edit> edits =
                changes.stream().flatMap(change -> change.edits().stream()).toList();
        long changed =
                changes.stream().filter(change -> !change.edits().isEmpty()).count();
        String count = changed + " of " + all.size() + (all.size() == 1 ? " server " : " servers ");
        out.println(typed() + ": "
                + (changed == 0 ? "nothing to change" : count + (request.dryRun() ? "would be " : "") + done));
        int width = changes.stream()
                .mapToInt(change -> change.server().label().length())
                .max()
                .orElse(0);
        for (Change change : changes) {
            String label = change.server().label();
            out.println("  " + label + " ".repeat(width - label.length()) + "  " + Shown.plain(change.what()));
        }
        if (request.dryRun() && !edits.isEmpty()) {
            Diff.print(typed(), file.text(), edits, out);
        }
        return request.dryRun() || edits.isEmpty() ? null : edited(edits);
    }

    /** Read again before anything is written: better to fail than to break somebody's client. */
    private String edited(List<Edit> edits) {
        String result = Edit.apply(file.text(), edits);
        try {
            if (Servers.in(Jsonc.parse(result)).size() == all.size()) {
                return result;
            }
            throw new IllegalStateException("servers were lost");
        } catch (JsoncException e) {
            throw new IllegalStateException("the new text is no JSON", e);
        }
    }

    private String typed() {
        return Shown.word(file.path().toString());
    }
}

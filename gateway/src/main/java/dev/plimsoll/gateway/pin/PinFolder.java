package dev.plimsoll.gateway.pin;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads and changes the stored pins of all servers in a data folder. */
public final class PinFolder {

    private static final int MAX_FILES = 1000;
    private static final int MIN_HASH_LENGTH = 8;

    private final Path folder;

    public PinFolder(Path data) {
        this.folder = PinFile.folder(data);
    }

    /**
     * The pins of a file.
     *
     * @param pins null if they cannot be read
     * @param error why they cannot be read; empty if they can
     */
    record StoredPins(String id, String server, @Nullable PinSet pins, String error) {}

    private List<PinFile> files() throws IOException {
        List<PinFile> files = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder, "*" + PinFile.SUFFIX)) {
            for (Path path : paths) {
                if (files.size() < MAX_FILES) {
                    files.add(new PinFile(path));
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
        files.sort(Comparator.comparing(PinFile::id));
        return files;
    }

    /** Returns the pins of all servers. */
    List<StoredPins> readAll() throws IOException {
        List<StoredPins> all = new ArrayList<>();
        for (PinFile file : files()) {
            try {
                PinSet pins = file.read();
                if (pins != null) {
                    all.add(new StoredPins(file.id(), file.server(), pins, ""));
                }
            } catch (IOException e) {
                all.add(new StoredPins(file.id(), file.server(), null, String.valueOf(e.getMessage())));
            }
        }
        return all;
    }

    /**
     * Returns the pins of all servers, for the search for tool names that look alike. Leaves out pins that cannot be
     * read; empty if the folder cannot be listed.
     */
    List<PinSet> readValid() {
        List<PinSet> pinSets = new ArrayList<>();
        try {
            for (StoredPins stored : readAll()) {
                if (stored.pins() != null) {
                    pinSets.add(stored.pins());
                }
            }
        } catch (IOException e) {
            // the folder cannot be listed; no names are compared then
        }
        return pinSets;
    }

    /** Returns the report of all pins. */
    public PinReport report() throws IOException {
        return new PinReport(readAll());
    }

    /**
     * Approves the pending entries of a server's tools, and returns the names of the approved tools.
     *
     * @param server the name of the server, or of the file without its suffix
     * @param tools the names of the tools; empty for all
     * @param hash the beginning of the hash of the pending entry; null for any
     * @throws IOException if the pins cannot be read or changed; the message is written for people
     */
    public List<String> approve(String server, List<String> tools, @Nullable String hash) throws IOException {
        if (hash != null && hash.length() < MIN_HASH_LENGTH) {
            throw new IllegalArgumentException("a hash needs at least " + MIN_HASH_LENGTH + " digits: " + hash);
        }
        Predicate<ToolPin> isChosen = pin -> pin.pending() != null
                && (tools.isEmpty() || tools.contains(pin.name()))
                && (hash == null || pin.pending().hash().startsWith(hash));
        List<String> approved = new ArrayList<>();
        for (PinFile file : filesOf(server)) {
            PinSet current = file.read();
            if (current == null) {
                continue;
            }
            file.change(current, stored -> {
                PinSet changed = stored;
                for (ToolPin pin : stored.pendingPins()) {
                    if (isChosen.test(pin)) {
                        changed = changed.withPin(pin.withApproval(Instant.now().truncatedTo(ChronoUnit.MILLIS)));
                        approved.add(HiddenCharacters.makeVisible(pin.name(), SuspiciousTool.MAX_NAME_LENGTH));
                    }
                }
                return changed;
            });
        }
        return approved;
    }

    /**
     * Deletes the pins of a server, so that its next listing counts as the first. Returns the number of
     * deleted files.
     */
    public int forget(String server) throws IOException {
        int deleted = 0;
        for (PinFile file : filesOf(server)) {
            deleted += file.delete() ? 1 : 0;
        }
        return deleted;
    }

    private List<PinFile> filesOf(String server) throws IOException {
        return files().stream()
                .filter(file -> file.server().equals(server) || file.id().equals(server))
                .toList();
    }
}

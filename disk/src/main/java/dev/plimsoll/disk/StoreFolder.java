package dev.plimsoll.disk;

import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Folder of a persistent store, and its file names: {@code ID.snap}, {@code ID.views}, temporary files of instances, and the
 * format version. Only the owner can access the folder (0700) and its files (0600), because their names are secret IDs.
 * Thread-safe.
 */
final class StoreFolder {

    /** The version of the folder. Each file also has a version, and a program ignores files of newer versions. */
    private static final int VERSION = 1;

    static final String SNAPSHOT_SUFFIX = ".snap";
    static final String VIEWS_SUFFIX = ".views";
    static final String DAMAGED_SUFFIX = ".damaged";

    private static final int MAX_TEST_BYTES = 4 << 20;
    private static final String FORMAT = "FORMAT";
    private static final Pattern FORMAT_TEXT = Pattern.compile("plimsoll-store (\\d{1,9})\\s*");
    private static final Pattern KNOWN_NAMES =
            Pattern.compile("[0-9a-f]{32}\\.(snap|views|damaged)|.*\\.(lock|tmp)|\\..*|lost\\+found", Pattern.DOTALL);
    private static final boolean IS_POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private final Path path;

    private StoreFolder(Path path) {
        this.path = path;
    }

    /** Opens or creates the folder. Refuses a folder of a newer version or with files of another program. */
    static StoreFolder open(Path path) {
        StoreFolder folder = new StoreFolder(path);
        try {
            folder.prepare();
        } catch (IOException e) {
            throw DiskErrorText.writeError(e, path);
        }
        return folder;
    }

    /** Creates the folder and its format file if they are missing. */
    void prepare() throws IOException {
        if (!Files.isDirectory(path)) {
            createFolder(path);
        }
        String format = readFormat();
        if (format == null) {
            requireNoFilesOfOtherPrograms();
            writeFormat();
        } else {
            requireSupported(format);
        }
        restrictPermissions();
    }

    static void createFolder(Path path) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent, ownerOnly("rwx------"));
        }
        try {
            Files.createDirectory(path, ownerOnly("rwx------"));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(path)) {
                throw new IOException(path + ": not a folder");
            }
        }
    }

    /** Creates an empty file that only its owner can access. Does not change an existing file. */
    static void create(Path file) throws IOException {
        try {
            Files.createFile(file, ownerOnly("rw-------"));
        } catch (FileAlreadyExistsException e) {
            // another process has just created it
        }
    }

    private static FileAttribute<?>[] ownerOnly(String permissions) {
        return IS_POSIX
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private @Nullable String readFormat() throws IOException {
        Path file = path.resolve(FORMAT);
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? Files.readString(file) : null;
    }

    private void requireSupported(String format) {
        Matcher matcher = FORMAT_TEXT.matcher(format);
        if (!matcher.matches()) {
            throw unusableFolder("its FORMAT file is not from Plimsoll");
        }
        int version = Integer.parseInt(matcher.group(1));
        if (version > VERSION) {
            throw unusableFolder("it has format " + version + ", and this version supports formats up to " + VERSION
                    + ": use the newer version, or another folder");
        }
    }

    private void requireNoFilesOfOtherPrograms() {
        for (String name : names()) {
            if (!KNOWN_NAMES.matcher(name).matches() && !name.equals(FORMAT)) {
                throw unusableFolder("it contains other files: give the store its own folder");
            }
        }
    }

    private StoreException unusableFolder(String reason) {
        return new StoreException(Reason.FAILED, path + " cannot be the store's folder: " + reason);
    }

    private void writeFormat() throws IOException {
        Path draft = path.resolve("." + FORMAT + "-" + Long.toHexString(System.nanoTime()));
        create(draft);
        Files.writeString(draft, "plimsoll-store " + VERSION + "\n");
        Files.move(draft, path.resolve(FORMAT), StandardCopyOption.ATOMIC_MOVE);
    }

    private void restrictPermissions() throws IOException {
        if (IS_POSIX) {
            var ownerPermissions = PosixFilePermissions.fromString("rwx------");
            if (!Files.getPosixFilePermissions(path).equals(ownerPermissions) && Files.isWritable(path)) {
                Files.setPosixFilePermissions(path, ownerPermissions);
            }
        }
    }

    /** Writes this many bytes, at most 4 MB, and deletes them again. */
    void writeTestFile(long bytes) throws IOException {
        Path draft = path.resolve(".try-" + Long.toHexString(System.nanoTime()));
        try {
            create(draft);
            Files.write(draft, new byte[(int) Math.min(bytes, MAX_TEST_BYTES)]);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    Path path() {
        return path;
    }

    /** Returns all names in the folder, or an empty list if it is unreadable. */
    List<String> names() {
        String[] names = path.toFile().list();
        return names == null ? List.of() : List.of(names);
    }

    File snapshotFile(SnapshotId id) {
        return new File(path.toFile(), id + SNAPSHOT_SUFFIX);
    }

    File viewsFile(SnapshotId id) {
        return new File(path.toFile(), id + VIEWS_SUFFIX);
    }

    File damagedFile(SnapshotId id) {
        return new File(path.toFile(), id + DAMAGED_SUFFIX);
    }

    /** Returns the ID in a file name with this suffix, or null for any other name. */
    static @Nullable SnapshotId parseId(String name, String suffix) {
        if (name.length() != 32 + suffix.length() || !name.endsWith(suffix)) {
            return null;
        }
        try {
            String hex = name.substring(0, 32);
            SnapshotId id = new SnapshotId(
                    Long.parseUnsignedLong(hex.substring(0, 16), 16), Long.parseUnsignedLong(hex.substring(16), 16));
            return id.toString().equals(hex) ? id : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}

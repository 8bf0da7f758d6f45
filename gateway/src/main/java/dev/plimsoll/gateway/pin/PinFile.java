package dev.plimsoll.gateway.pin;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.data.PrivateFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** File with the pins of one server. Several processes read and change it. */
final class PinFile {

    static final String SUFFIX = ".json";

    private static final long MAX_BYTES = 128L << 20;
    private static final int HASH_BYTES = 6;
    private static final Object PROCESS_LOCK = new Object();

    /** A version at the end of a word of a command: a new version of a server is not another server. */
    private static final Pattern VERSION =
            Pattern.compile("(?<=.)(?:(?:@|==|:)v?[0-9][0-9A-Za-z.+-]{0,63}|[@:]latest)$");

    private final Path file;

    PinFile(Path file) {
        this.file = file;
    }

    static Path folder(Path data) {
        return data.resolve("pins");
    }

    /** Returns the file of a server. Its name contains a hash of the command or the URL without credentials. */
    static PinFile of(Path data, ServerConfig serverConfig) {
        URI url = serverConfig.url();
        String place = url == null
                ? String.join(
                        "\n",
                        serverConfig.command().stream()
                                .map(PinFile::withoutVersion)
                                .toList())
                : url.getScheme() + "://" + url.getHost() + ":" + url.getPort() + url.getRawPath();
        return new PinFile(folder(data).resolve(serverConfig.name() + "-" + shortHash(place) + SUFFIX));
    }

    private static String withoutVersion(String word) {
        return VERSION.matcher(word).replaceFirst("");
    }

    private static String shortHash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /** Returns the name of the file without its suffix. */
    String id() {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - SUFFIX.length());
    }

    /** Returns the name of the server, from the name of the file. */
    String server() {
        String id = id();
        return id.substring(0, Math.max(0, id.lastIndexOf('-')));
    }

    /**
     * Reads the pins; null if there is no file.
     *
     * @throws IOException if that fails; the message is written for people
     */
    @Nullable PinSet read() throws IOException {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException("too large");
            }
            return PinSetCodec.decode(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /** Returns a text that changes whenever the file changes. */
    String version() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.fileKey() + " " + attributes.size() + " " + attributes.lastModifiedTime();
        } catch (IOException e) {
            return "none";
        }
    }

    /**
     * Changes the pins under a lock against other processes, and returns the new pins.
     *
     * @param ifAbsent the pins if there is no file
     * @throws IOException if that fails, and nothing has changed; the message is written for people
     */
    PinSet change(PinSet ifAbsent, UnaryOperator<PinSet> change) throws IOException {
        Path folder = file.resolveSibling("");
        Files.createDirectories(folder, PrivateFiles.folderAttributes(folder));
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        // a file lock belongs to the whole process, so threads need a lock of their own
        synchronized (PROCESS_LOCK) {
            try (FileChannel lockFile =
                            FileChannel.open(folder.resolve("lock"), options, PrivateFiles.fileAttributes(folder));
                    FileLock lock = lockFile.lock()) {
                PinSet before = read();
                PinSet after = change.apply(before == null ? ifAbsent : before);
                if (lock.isValid() && !after.equals(before)) {
                    replace(PinSetCodec.encode(after), folder);
                }
                return after;
            }
        }
    }

    private void replace(byte[] bytes, Path folder) throws IOException {
        Path temporary = folder.resolve(id() + "." + ProcessHandle.current().pid());
        Files.deleteIfExists(temporary);
        Files.createFile(temporary, PrivateFiles.fileAttributes(folder));
        Files.write(temporary, bytes);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Deletes the file. Returns false if there was none. */
    boolean delete() throws IOException {
        return Files.deleteIfExists(file);
    }
}

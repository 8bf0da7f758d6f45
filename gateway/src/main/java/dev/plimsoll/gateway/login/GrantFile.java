package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.digest.Sha256;
import dev.plimsoll.gateway.file.PrivateFiles;
import dev.plimsoll.gateway.login.oauth.LoginException;
import dev.plimsoll.gateway.login.oauth.ServerGrant;
import dev.plimsoll.gateway.login.oauth.TrustedOrigins;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * File with the tokens for one server. Only its owner can read it, and it can be encrypted with a key in the
 * user's keyring. New content is written to a temporary file, which then replaces this file. Renewal locks
 * the file, so that only one of several processes uses the refresh token.
 */
final class GrantFile {

    private static final String FOLDER_NAME = "credentials";
    private static final int MAX_BYTES = 1 << 18;
    private static final int HASH_BYTES = 12;
    private static final int MAX_HOST_LENGTH = 60;
    private static final int POLL_MILLIS = 20;

    private final Path folder;
    private final Path file;
    private final String url;
    private final LoginKey loginKey;

    /** Key with which the file is encrypted; null if it is not encrypted. */
    private volatile @Nullable SecretKey key;

    private GrantFile(Path folder, String name, String url, LoginKey loginKey) {
        this.folder = folder;
        this.file = folder.resolve(name + ".json");
        this.url = url;
        this.loginKey = loginKey;
    }

    /** Returns the file of a server. */
    static GrantFile of(Path data, URI server) {
        return of(data, server, LoginKey.ofUser());
    }

    /** Returns the file of a server. Its name contains the host and a hash of the URL. */
    static GrantFile of(Path data, URI server, LoginKey loginKey) {
        String url = TrustedOrigins.canonicalUrl(server);
        String host = String.valueOf(server.getHost()).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "");
        String hash = Sha256.hex(url, HASH_BYTES);
        String shortHost = host.length() > MAX_HOST_LENGTH ? host.substring(0, MAX_HOST_LENGTH) : host;
        return new GrantFile(data.resolve(FOLDER_NAME), shortHost + "-" + hash, url, loginKey);
    }

    Path path() {
        return file;
    }

    /** Returns the modification time; -1 if the file does not exist. */
    long modifiedMillis() {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (IOException e) {
            return -1;
        }
    }

    /**
     * Reads the grant; returns null if the file does not exist.
     *
     * @throws IOException if the file is not readable; the message is written for people
     */
    @Nullable ServerGrant read() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            PrivateFiles.requirePrivate(file, "these tokens");
            ServerGrant serverGrant = bytes.length > MAX_BYTES ? null : parse(bytes);
            if (serverGrant == null || !serverGrant.url().equals(url)) {
                throw new IOException(file + ": is damaged or from another version of Plimsoll; log in again");
            }
            return serverGrant;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private @Nullable ServerGrant parse(byte[] bytes) throws IOException {
        EncryptedGrant encrypted = EncryptedGrant.parse(bytes);
        if (encrypted == null) {
            key = null;
            return ServerGrant.parse(bytes);
        }
        SecretKey found;
        try {
            found = loginKey.key();
        } catch (LoginException e) {
            throw new LoginException("it is encrypted with a key in the user's keyring, and " + e.getMessage());
        }
        ServerGrant serverGrant = encrypted.decrypt(found, url);
        if (serverGrant == null) {
            throw new LoginException("it is encrypted with another key; log in again");
        }
        key = found;
        return serverGrant;
    }

    /** Returns whether the user has a keyring, which can store the key for encryption. */
    boolean hasKeyring() {
        return loginKey.hasKeyring();
    }

    /**
     * Turns on the encryption of later writes, with a key in the keyring. Creates the key if there is none.
     *
     * @throws IOException if the keyring cannot be used; the message is written for people
     */
    void startEncryption() throws IOException {
        key = loginKey.getOrCreateKey();
    }

    /** Turns off the encryption of later writes. */
    void stopEncryption() {
        key = null;
    }

    /** Writes the grant. Encrypts it if encryption was started, or if the file that was read last was encrypted. */
    void write(ServerGrant serverGrant) throws IOException {
        SecretKey current = key;
        PrivateFiles.replace(
                file,
                current == null
                        ? serverGrant.toJson()
                        : EncryptedGrant.encrypt(serverGrant, current).toJson());
    }

    /** Deletes the file, and returns whether it existed. */
    boolean delete() throws IOException {
        return Files.deleteIfExists(file);
    }

    /** Locks the file against changes by other threads and processes until the lock is closed. */
    Lock lock(Duration timeout) throws IOException {
        Files.createDirectories(folder, PrivateFiles.folderAttributes(folder.toAbsolutePath()));
        FileChannel channel = FileChannel.open(
                folder.resolve(file.getFileName() + ".lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PrivateFiles.fileAttributes(folder));
        try {
            long deadlineNanos = System.nanoTime() + timeout.toNanos();
            while (System.nanoTime() < deadlineNanos) {
                FileLock lock = tryLock(channel);
                if (lock != null) {
                    return new Lock(channel);
                }
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        channel.close();
        throw new LoginException(file + ": another process has it locked");
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // another thread of this process holds the lock
            return null;
        }
    }

    /** Lock that is held until it is closed. The lock file stays, because other processes may wait for it. */
    record Lock(FileChannel channel) implements AutoCloseable {

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}

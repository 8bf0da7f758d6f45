package dev.plimsoll.gateway.trial;

import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads a file or standard input completely, as bytes. */
final class PayloadSource {

    static final String STANDARD_INPUT = "-";
    private static final int PIECE = 1 << 20;
    private static final int MOST = Integer.MAX_VALUE - (1 << 20);

    private final String name;
    private final InputStream in;
    private final TrialProgress trialProgress;

    PayloadSource(String name, InputStream in, TrialProgress trialProgress) {
        this.name = name;
        this.in = in;
        this.trialProgress = trialProgress;
    }

    Slice read() throws TrialException {
        try {
            Slice bytes = name.equals(STANDARD_INPUT) ? all(in, 0) : file();
            if (bytes.isEmpty()) {
                throw refuse("is empty");
            }
            return bytes;
        } catch (IOException e) {
            throw refuse("cannot be read: " + reason(e));
        }
    }

    private Slice file() throws TrialException, IOException {
        Path path = path();
        if (Files.isDirectory(path)) {
            throw refuse("is a directory: must be a file, or - for standard input");
        }
        try (InputStream file = Files.newInputStream(path)) {
            return all(file, Files.size(path));
        } catch (NoSuchFileException e) {
            throw refuse("does not exist");
        } catch (AccessDeniedException e) {
            throw refuse("cannot be read: permission denied");
        }
    }

    private Path path() throws TrialException {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw refuse("is not a file name");
        }
    }

    /** Reads everything up to the end. The size is only a hint; for pipes it is 0. */
    private Slice all(InputStream source, long size) throws TrialException, IOException {
        trialProgress.about(size);
        byte[] bytes = new byte[(int) Math.min(MOST, Math.max(size + 1, 1 << 16))];
        int length = 0;
        while (true) {
            int read = source.read(bytes, length, Math.min(PIECE, bytes.length - length));
            if (read < 0) {
                return new Slice(bytes, 0, length);
            }
            length += read;
            trialProgress.about(Math.max(size, length));
            trialProgress.tick("reading " + (length >> 20) + (size > 0 ? " of " + (size >> 20) + " MB" : " MB"));
            if (length == bytes.length) {
                if (length >= MOST) {
                    throw refuse("is too large: the maximum is " + (MOST >> 20) + " MB");
                }
                bytes = Arrays.copyOf(bytes, (int) Math.min(MOST, 2L * length));
            }
        }
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private TrialException refuse(String message) {
        return new TrialException((name.equals(STANDARD_INPUT) ? "standard input" : name) + " " + message);
    }
}

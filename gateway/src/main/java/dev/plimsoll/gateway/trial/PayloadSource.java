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
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int MAX_BYTES = Integer.MAX_VALUE - (1 << 20);

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
            Slice bytes = name.equals(STANDARD_INPUT) ? readAll(in, 0) : readFile();
            if (bytes.isEmpty()) {
                throw exception("is empty");
            }
            return bytes;
        } catch (IOException e) {
            throw exception("cannot be read: " + describe(e));
        }
    }

    private Slice readFile() throws TrialException, IOException {
        Path path = parsePath();
        if (Files.isDirectory(path)) {
            throw exception("is a directory: must be a file, or - for standard input");
        }
        try (InputStream file = Files.newInputStream(path)) {
            return readAll(file, Files.size(path));
        } catch (NoSuchFileException e) {
            throw exception("does not exist");
        } catch (AccessDeniedException e) {
            throw exception("cannot be read: permission denied");
        }
    }

    private Path parsePath() throws TrialException {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw exception("is not a file name");
        }
    }

    /** Reads to the end. The size is only an estimate; it is 0 for pipes. */
    private Slice readAll(InputStream source, long size) throws TrialException, IOException {
        trialProgress.setPayloadBytes(size);
        byte[] bytes = new byte[(int) Math.min(MAX_BYTES, Math.max(size + 1, 1 << 16))];
        int length = 0;
        while (true) {
            int read = source.read(bytes, length, Math.min(CHUNK_BYTES, bytes.length - length));
            if (read < 0) {
                return new Slice(bytes, 0, length);
            }
            length += read;
            trialProgress.setPayloadBytes(Math.max(size, length));
            trialProgress.showRepeatedStep(
                    "reading " + (length >> 20) + (size > 0 ? " of " + (size >> 20) + " MB" : " MB"));
            if (length == bytes.length) {
                if (length >= MAX_BYTES) {
                    throw exception("is too large: the maximum is " + (MAX_BYTES >> 20) + " MB");
                }
                bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_BYTES, 2L * length));
            }
        }
    }

    private static String describe(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private TrialException exception(String message) {
        return new TrialException((name.equals(STANDARD_INPUT) ? "standard input" : name) + " " + message);
    }
}

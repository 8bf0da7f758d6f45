package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.login.oauth.LoginException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Program of the operating system that reads and writes one entry of the user's keyring: {@code secret-tool} (Linux) or
 * {@code security} (macOS). The secret goes through standard input and output, because other users can read
 * command lines.
 *
 * @param storeInput format of the standard input of the program when it stores a secret; {@code %s} is the secret
 */
record KeyringProgram(
        Path file,
        Map<String, String> environment,
        List<String> lookupArguments,
        List<String> storeArguments,
        String storeInput,
        Duration timeout) {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int MAX_OUTPUT_BYTES = 4096;
    private static final int MAX_MESSAGE_LENGTH = 200;
    private static final List<String> LINUX_ENTRY = List.of("application", "plimsoll", "purpose", "logins");
    private static final List<String> MAC_ENTRY = List.of("-s", "plimsoll", "-a", "logins");

    /**
     * Returns the program of this system; null if it is not installed, or if there is no desktop session with
     * a keyring.
     */
    static @Nullable KeyringProgram find(Map<String, String> environment, String system) {
        if (system.toLowerCase(Locale.ROOT).startsWith("mac")) {
            Path file = Path.of("/usr/bin/security");
            return Files.isExecutable(file)
                    ? new KeyringProgram(
                            file,
                            environment,
                            joinArguments(List.of("find-generic-password", "-w"), MAC_ENTRY),
                            List.of("-i"),
                            "add-generic-password -U " + String.join(" ", MAC_ENTRY) + " -w %s\n",
                            TIMEOUT)
                    : null;
        }
        Path file = hasSessionBus(environment) ? findOnPath(environment, "secret-tool") : null;
        return file == null
                ? null
                : new KeyringProgram(
                        file,
                        environment,
                        joinArguments(List.of("lookup"), LINUX_ENTRY),
                        joinArguments(List.of("store", "--label=Plimsoll: key of the stored logins"), LINUX_ENTRY),
                        "%s",
                        TIMEOUT);
    }

    private static boolean hasSessionBus(Map<String, String> environment) {
        String folder = environment.get("XDG_RUNTIME_DIR");
        return environment.containsKey("DBUS_SESSION_BUS_ADDRESS")
                || (folder != null && Files.exists(Path.of(folder, "bus")));
    }

    private static @Nullable Path findOnPath(Map<String, String> environment, String program) {
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            Path file = Path.of(folder, program);
            if (file.isAbsolute() && Files.isExecutable(file)) {
                return file;
            }
        }
        return null;
    }

    private static List<String> joinArguments(List<String> command, List<String> entry) {
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(entry);
        return List.copyOf(arguments);
    }

    /**
     * Reads the secret from the keyring; returns null if there is none.
     *
     * @throws IOException if the keyring does not respond; the message is written for people
     */
    @Nullable String lookup() throws IOException {
        String output = run(lookupArguments, "").strip();
        return output.isEmpty() ? null : output;
    }

    /** Stores a secret of letters, digits, and the other characters of Base64. */
    void store(String secret) throws IOException {
        run(storeArguments, storeInput.formatted(secret));
    }

    /**
     * Runs the program and returns its output; empty if the entry does not exist. In that case, {@code
     * secret-tool} fails without a message, and {@code security} reports that the entry could not be found.
     */
    private String run(List<String> arguments, String input) throws IOException {
        List<String> command = new ArrayList<>(List.of(file.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        // the session bus belongs to the session of the user, which may differ from the session of this process
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // the program has ended without reading; its exit code says why
        }
        try {
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new LoginException("the keyring did not answer for " + timeout.toSeconds() + " s; unlock it");
            }
            String output = decode(process.getInputStream().readNBytes(MAX_OUTPUT_BYTES));
            String message = decode(process.getErrorStream().readNBytes(MAX_OUTPUT_BYTES))
                    .strip();
            if (process.exitValue() != 0 && !message.isEmpty() && !message.contains("could not be found")) {
                throw new LoginException("the keyring reports: " + shorten(message));
            }
            return process.exitValue() == 0 ? output : "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoginException("interrupted while the keyring was read");
        } finally {
            process.destroyForcibly();
        }
    }

    private static String decode(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String shorten(String message) {
        String line = message.replaceAll("\\p{Cntrl}+", " ");
        return line.length() > MAX_MESSAGE_LENGTH ? line.substring(0, MAX_MESSAGE_LENGTH) + "…" : line;
    }
}

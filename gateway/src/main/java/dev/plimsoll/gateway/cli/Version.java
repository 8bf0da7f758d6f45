package dev.plimsoll.gateway.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
public final class Version implements IVersionProvider {

    Version() {}

    @Override
    public String[] getVersion() {
        return new String[] {line()};
    }

    /** Prints it without the command line parser; the exit code. */
    public static int print(Terminal terminal) {
        terminal.out().println(line());
        return 0;
    }

    private static String line() {
        try (InputStream text =
                Objects.requireNonNull(Version.class.getResourceAsStream("version.txt"), "version.txt")) {
            return "plimsoll ".concat(new String(text.readAllBytes(), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

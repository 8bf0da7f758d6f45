package dev.plimsoll.gateway.terminal;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Standard streams of a command. They are passed to the command, so that tests can replace them. Text is
 * UTF-8 in every locale.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param hasColor whether a person reads {@code out} and colors are wanted
 * @param hasProgress whether a person watches {@code err}
 */
public record Terminal(InputStream in, PrintStream out, PrintStream err, boolean hasColor, boolean hasProgress) {

    /**
     * Returns the streams of the process. The system property {@code plimsoll.tty}, which the launcher sets,
     * names the streams that are terminals.
     */
    public static Terminal system() {
        return of(
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                System.getProperty("plimsoll.tty", ""),
                System.getenv());
    }

    /**
     * Returns the streams of a process.
     *
     * @param terminals names of the streams that are terminals: {@code out}, {@code err}
     */
    public static Terminal of(
            InputStream in, OutputStream out, OutputStream err, String terminals, Map<String, String> environment) {
        boolean isColorAllowed = environment.get("NO_COLOR") == null && !"dumb".equals(environment.get("TERM"));
        return new Terminal(
                in,
                new PrintStream(
                        new BufferedOutputStream(new PipeTolerantOutputStream(out)), false, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                terminals.contains("out") && isColorAllowed,
                terminals.contains("err"));
    }

    /**
     * Flushes the output and returns the exit code: {@code status}, or the code of a failure if {@code status} is a
     * success but output was lost.
     */
    public int finish(int status) {
        boolean isOutputLost = out.checkError();
        if (isOutputLost) {
            err.println("plimsoll: cannot write to standard output (disk full or closed?)");
        }
        err.flush();
        return isOutputLost && status == 0 ? ExitCode.FAILURE : status;
    }
}

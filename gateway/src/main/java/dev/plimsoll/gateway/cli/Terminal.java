package dev.plimsoll.gateway.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Streams of a command, passed to it so that tests need no process. Text is UTF-8 in every locale.
 *
 * @param useColor whether a person reads {@code out} and colors are wanted
 * @param showProgress whether a person watches {@code err}
 */
public record Terminal(InputStream in, PrintStream out, PrintStream err, boolean useColor, boolean showProgress) {

    /** Returns the streams of the process. The launcher sets {@code plimsoll.tty} to the streams that are terminals. */
    public static Terminal system() {
        String tty = System.getProperty("plimsoll.tty", "");
        boolean isColorUnwanted = System.getenv("NO_COLOR") != null || "dumb".equals(System.getenv("TERM"));
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        return new Terminal(
                new FileInputStream(FileDescriptor.in),
                new PrintStream(
                        new BufferedOutputStream(new PipeTolerantOutputStream(out)), false, StandardCharsets.UTF_8),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                tty.contains("out") && !isColorUnwanted,
                tty.contains("err"));
    }

    /** Flushes the output, and turns {@code status} into a failure if output was lost. */
    public int finish(int status) {
        boolean isOutputLost = out.checkError();
        if (isOutputLost) {
            err.println("plimsoll: cannot write to standard output (disk full or closed?)");
        }
        err.flush();
        return isOutputLost && status == 0 ? ExitCode.FAILURE : status;
    }
}

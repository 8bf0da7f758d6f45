package dev.plimsoll.bench.stdio;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineFramer;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;

/**
 * The baseline with which {@link StdioBench} compares {@code plimsoll run}: a proxy with the same Java and the same
 * pipes. It forwards each line without parsing the message.
 */
final class BlindStdioProxy {

    private BlindStdioProxy() {}

    public static void main(String[] args) throws IOException {
        Process server = new ProcessBuilder(List.of(args))
                .redirectError(Redirect.INHERIT)
                .start();
        Thread fromServer = new Thread(() -> copy(server.getInputStream(), new FileOutputStream(FileDescriptor.out)));
        fromServer.setDaemon(true);
        fromServer.start();
        copy(new FileInputStream(FileDescriptor.in), server.getOutputStream());
        server.destroy();
    }

    private static void copy(InputStream from, OutputStream to) {
        LineFramer lines = new LineFramer(from, 64 << 20);
        try {
            for (Slice line = lines.next(); line != null; line = lines.next()) {
                byte[] bytes = new byte[line.length() + 1];
                System.arraycopy(line.bytes(), line.from(), bytes, 0, line.length());
                bytes[line.length()] = '\n';
                to.write(bytes);
                to.flush();
            }
        } catch (IOException e) {
            // the client or the server has closed its pipe, so this process ends, too
        }
    }
}

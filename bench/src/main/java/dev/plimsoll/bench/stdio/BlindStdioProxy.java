package dev.plimsoll.bench.stdio;

import dev.plimsoll.json.LineFramer;
import dev.plimsoll.json.Slice;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;

/** The floor: the same Java and pipes, line by line, without looking at the messages. */
final class BlindStdioProxy {

    private BlindStdioProxy() {}

    public static void main(String[] args) throws IOException {
        Process server = new ProcessBuilder(List.of(args))
                .redirectError(Redirect.INHERIT)
                .start();
        Thread back = new Thread(() -> pump(server.getInputStream(), new FileOutputStream(FileDescriptor.out)));
        back.setDaemon(true);
        back.start();
        pump(new FileInputStream(FileDescriptor.in), server.getOutputStream());
        server.destroy();
    }

    private static void pump(InputStream from, OutputStream to) {
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
            // the peer has closed the pipe, so this process ends, too
        }
    }
}

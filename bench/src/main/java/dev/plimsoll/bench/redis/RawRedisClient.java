package dev.plimsoll.bench.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.plimsoll.json.Slice;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The baseline with which {@link RedisBench} compares the store: sends Redis commands over a socket, without a client
 * library. Starts a Redis server for this run.
 */
final class RawRedisClient implements AutoCloseable {

    private final Process server;
    private final int port;
    private final Socket socket;
    private final OutputStream out;
    private final DataInputStream in;

    RawRedisClient() throws IOException {
        try (ServerSocket freeSocket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = freeSocket.getLocalPort();
        }
        Path folder = Files.createTempDirectory("plimsoll-bench");
        folder.toFile().deleteOnExit();
        server = new ProcessBuilder(
                        "redis-server",
                        "--port",
                        "" + port,
                        "--bind",
                        "127.0.0.1",
                        "--dir",
                        folder.toString(),
                        "--save",
                        "",
                        "--appendonly",
                        "no")
                .redirectErrorStream(true)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
        BufferedReader output = new BufferedReader(new InputStreamReader(server.getInputStream(), US_ASCII));
        String line = output.readLine();
        // without the first letter, which is a capital letter only in some versions of Redis
        while (line != null && !line.contains("eady to accept connections")) {
            line = output.readLine();
        }
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        out = socket.getOutputStream();
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
    }

    String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Sets a key and deletes it. Returns a number that depends on the replies. */
    long setAndUnlink(String key, Slice bytes) {
        try {
            byte[] command = ("*3\r\n$3\r\nSET\r\n$" + key.length() + "\r\n" + key + "\r\n$" + bytes.length() + "\r\n")
                    .getBytes(US_ASCII);
            out.write(command);
            out.write(bytes.bytes(), bytes.from(), bytes.length());
            out.write("\r\n".getBytes(US_ASCII));
            int length = readLine().length();
            out.write(("*2\r\n$6\r\nUNLINK\r\n$" + key.length() + "\r\n" + key + "\r\n").getBytes(US_ASCII));
            return length + readLine().length();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    void set(String key, Slice bytes) throws IOException {
        out.write(("*3\r\n$3\r\nSET\r\n$" + key.length() + "\r\n" + key + "\r\n$" + bytes.length() + "\r\n")
                .getBytes(US_ASCII));
        out.write(bytes.bytes(), bytes.from(), bytes.length());
        out.write("\r\n".getBytes(US_ASCII));
        readLine();
    }

    /** Reads a part of a value. Returns one of its bytes. */
    long readRange(String key, int from, int length) {
        try {
            String begin = Integer.toString(from);
            String end = Integer.toString(from + length - 1);
            out.write(("*4\r\n$8\r\nGETRANGE\r\n$" + key.length() + "\r\n" + key + "\r\n$" + begin.length() + "\r\n"
                            + begin + "\r\n$" + end.length() + "\r\n" + end + "\r\n")
                    .getBytes(US_ASCII));
            byte[] range = new byte[Integer.parseInt(readLine().substring(1))];
            in.readFully(range);
            in.skipBytes(2);
            return range[7];
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("redis-server has ended");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        server.destroyForcibly();
    }
}

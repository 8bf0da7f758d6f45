package dev.plimsoll.gateway.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.testkit.Await;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonConnectionsTest {

    @TempDir
    Path folder;

    /**
     * Connects a client that sends these bytes and nothing else, and reads a frame from the connection as the daemon
     * does.
     */
    private void readFrom(byte[] sent, DaemonConnections connections, boolean isClosedByDaemon) throws Exception {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("socket"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            try (SocketChannel client = SocketChannel.open(address);
                    FrameChannel accepted = new FrameChannel(server.accept())) {
                client.write(ByteBuffer.wrap(sent));
                CompletableFuture<Frame> read = CompletableFuture.supplyAsync(() -> {
                    try {
                        return connections.read(accepted, 100);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                });
                if (isClosedByDaemon) {
                    Await.until("the connection is closed", () -> {
                        connections.closeSilent();
                        return read.isDone();
                    });
                    assertThatThrownBy(read::join).hasRootCauseInstanceOf(ClosedChannelException.class);
                    assertThat(client.read(ByteBuffer.allocate(1))).isEqualTo(-1);
                } else {
                    assertThat(read.join().type()).isEqualTo(Frame.START);
                    connections.closeSilent();
                    assertThat(client.isConnected()).isTrue();
                }
            }
        }
    }

    @Test
    void closesConnectionThatSendsNothing() throws Exception {
        readFrom(new byte[0], new DaemonConnections(Duration.ofMillis(50)), true);
    }

    @Test
    void closesConnectionThatSendsHalfAFrame() throws Exception {
        readFrom(
                new byte[] {Frame.SESSION_REQUEST, 0, 0, 0, 50, 1}, new DaemonConnections(Duration.ofMillis(50)), true);
    }

    @Test
    void keepsConnectionThatHasSentItsFrame() throws Exception {
        readFrom(new byte[] {Frame.START, 0, 0, 0, 0}, new DaemonConnections(Duration.ZERO), false);
    }

    @Test
    void isUnusedOnlyWithoutConnections() {
        DaemonConnections connections = new DaemonConnections(Duration.ZERO);
        connections.onOpened();
        assertThat(connections.isUnusedFor(Duration.ZERO)).isFalse();
        connections.onClosed();
        assertThat(connections.isUnusedFor(Duration.ZERO)).isTrue();
        connections.markUsed();
        assertThat(connections.isUnusedFor(Duration.ofMinutes(1))).isFalse();
    }
}

package dev.plimsoll.gateway.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionStreamsTest {

    @TempDir
    Path folder;

    private FrameChannel client;
    private FrameChannel daemon;

    @BeforeEach
    void connect() throws IOException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            client = new FrameChannel(SocketChannel.open(address));
            daemon = new FrameChannel(server.accept());
        }
    }

    @AfterEach
    void disconnect() throws IOException {
        client.close();
        daemon.close();
    }

    private Frame readFrame() throws IOException {
        return Objects.requireNonNull(client.read(Frame.MAX_DATA_BYTES));
    }

    @Test
    void readsInputInOrderUntilItsEnd() throws IOException {
        ReceivedInput input = new ReceivedInput(daemon);
        input.add(new byte[] {1, 2, 3});
        input.add(new byte[0]);
        input.add(new byte[] {4});
        input.end();
        assertThat(input.available()).isEqualTo(3);
        assertThat(input.readNBytes(2)).containsExactly(1, 2);
        assertThat(input.readAllBytes()).containsExactly(3, 4);
        assertThat(input.read()).isEqualTo(-1);
    }

    @Test
    void sendsAWindowUpdateForInputThatWasRead() throws IOException {
        ReceivedInput input = new ReceivedInput(daemon);
        byte[] chunk = new byte[Frame.WINDOW_UPDATE_BYTES / 2];
        for (int i = 0; i < 3; i++) {
            input.add(chunk);
            input.readNBytes(chunk.length);
        }
        Frame frame = readFrame();
        assertThat(frame.type()).isEqualTo(Frame.WINDOW_UPDATE);
        assertThat(frame.payload()).containsExactly(Frame.INPUT, 0, 1, 0, 0);
    }

    @Test
    void refusesInputBeyondItsWindow() throws IOException {
        ReceivedInput input = new ReceivedInput(daemon);
        input.add(new byte[Frame.WINDOW_BYTES]);
        assertThatThrownBy(() -> input.add(new byte[Frame.WINDOW_BYTES]))
                .hasMessageContaining("more input than its window");
    }

    @Test
    void writeWaitsUntilTheClientHasForwardedOutput() throws Exception {
        SentOutput output = new SentOutput(daemon, Frame.OUTPUT);
        CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
            try {
                output.write(new byte[Frame.WINDOW_BYTES + 1]);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        int count = 0;
        while (count < Frame.WINDOW_BYTES) {
            count += readFrame().payload().length;
        }
        assertThat(written).isNotDone();
        output.enlargeWindow(1);
        assertThat(readFrame().payload()).hasSize(1);
        written.get(20, TimeUnit.SECONDS);
    }

    @Test
    void writeFailsAfterBreakPipe() throws IOException {
        SentOutput output = new SentOutput(daemon, Frame.ERROR_OUTPUT);
        output.write(7);
        assertThat(readFrame().payload()).containsExactly(7);
        output.breakPipe();
        assertThatThrownBy(() -> output.write(7))
                .isInstanceOf(IOException.class)
                .hasMessage("Broken pipe");
    }

    @Test
    void writeFailsAfterTheConnectionEnds() throws IOException {
        SentOutput output = new SentOutput(daemon, Frame.OUTPUT);
        client.close();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        output.write(new byte[1]);
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessage("Broken pipe");
    }
}

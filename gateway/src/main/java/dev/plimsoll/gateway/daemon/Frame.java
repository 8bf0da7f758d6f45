package dev.plimsoll.gateway.daemon;

import java.nio.charset.StandardCharsets;

/**
 * Message between the native client and the daemon: a type, a length of four bytes, and a payload. {@code
 * native/frame.go} defines the same types.
 */
record Frame(byte type, byte[] payload) {

    /** First frame of a session: a {@link SessionRequest}. */
    static final byte SESSION_REQUEST = 'H';

    /** Starts the session that the daemon has accepted. */
    static final byte START = 'G';

    static final byte INPUT = 'I';
    static final byte INPUT_END = 'Z';

    /** Signal that the client has received. One byte: its number. */
    static final byte SIGNAL = 'S';

    /** Output stream that nobody reads anymore. One byte: its type, {@code OUTPUT} or {@code ERROR_OUTPUT}. */
    static final byte BROKEN_PIPE = 'B';

    /**
     * Enlarges the window of a stream. One byte: the type of the stream. Four bytes: the number of bytes that the
     * receiver has passed on since the last update.
     */
    static final byte WINDOW_UPDATE = 'A';

    static final byte ACCEPTED = 'Y';

    /** The daemon does not run the session, which needs a separate process. The payload is the reason. */
    static final byte DECLINED = 'N';

    static final byte OUTPUT = 'O';
    static final byte ERROR_OUTPUT = 'E';

    /** One byte: the exit code. */
    static final byte EXIT = 'X';

    /** Request of {@code plimsoll daemon}, instead of a session: a {@link ControlRequest}. */
    static final byte CONTROL_REQUEST = 'Q';

    static final byte CONTROL_RESPONSE = 'R';

    /** The daemon cannot do what was requested. The payload is the reason. */
    static final byte CONTROL_FAILURE = 'F';

    static final int HEADER_BYTES = 5;

    /** Maximum number of bytes of a stream in one frame. */
    static final int MAX_DATA_BYTES = 1 << 15;

    /** Maximum number of bytes of a stream that the receiver has not passed on yet. */
    static final int WINDOW_BYTES = 1 << 18;

    /** Number of bytes that the receiver passes on before it sends a window update. */
    static final int WINDOW_UPDATE_BYTES = WINDOW_BYTES / 4;

    /**
     * Maximum number of bytes of a request. Linux allows 2 MB for arguments and environment together by default, and 6
     * MB at most.
     */
    static final int MAX_REQUEST_BYTES = 8 << 20;

    String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }
}

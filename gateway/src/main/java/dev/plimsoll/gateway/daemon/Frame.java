package dev.plimsoll.gateway.daemon;

import java.nio.charset.StandardCharsets;

/**
 * One message between the native client and the daemon: a type, a length of four bytes, and a payload. The native client
 * has the same types.
 */
record Frame(byte type, byte[] payload) {

    /** First frame of a session: see {@link SessionRequest}. */
    static final byte REQUEST = 'H';

    /** The client starts the session that was accepted. */
    static final byte START = 'G';

    static final byte INPUT = 'I';
    static final byte INPUT_END = 'Z';

    /** One byte: the number of a signal that the client has received. */
    static final byte SIGNAL = 'S';

    /** One byte: the type of an output stream ({@code OUTPUT} or {@code ERROR_OUTPUT}) that nobody reads anymore. */
    static final byte BROKEN = 'B';

    /**
     * One byte, the type of a stream, then four bytes: how many more bytes of this stream the receiver has passed on.
     */
    static final byte PASSED = 'A';

    static final byte ACCEPTED = 'Y';

    /** The session must run in a process of its own; the payload says why. */
    static final byte DECLINED = 'N';

    static final byte OUTPUT = 'O';
    static final byte ERROR_OUTPUT = 'E';

    /** One byte: the exit code. */
    static final byte EXIT = 'X';

    /** A question of {@code plimsoll daemon}, instead of a session. */
    static final byte QUERY = 'Q';

    static final byte REPLY = 'R';

    /** The daemon cannot do what the question asks for; the payload says why. */
    static final byte FAILED = 'F';

    static final int HEADER_BYTES = 5;

    /** Maximum number of bytes of a stream in one frame. */
    static final int MAX_DATA_BYTES = 1 << 15;

    /** Maximum number of bytes of a stream that were sent, and that the receiver has not yet passed on. */
    static final int WINDOW_BYTES = 1 << 18;

    /** Bytes of a stream after which the receiver reports what it has passed on. */
    static final int REPORT_BYTES = WINDOW_BYTES / 4;

    /**
     * Maximum number of bytes of a request. Linux allows 2 MB for arguments and environment together by default, and 6
     * MB at most.
     */
    static final int MAX_REQUEST_BYTES = 8 << 20;

    String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }
}

package dev.plimsoll.gateway.upstream.process;

import dev.plimsoll.gateway.upstream.MessageMemory;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The process from which a server gets its environment, its working folder, and its standard error. Usually
 * it is this process. In the daemon, it is the process of the session's client.
 */
public interface ServerHost {

    /** Returns the host for servers that inherit everything from this process. */
    static ServerHost ofProcess() {
        return ProcessServerHost.INSTANCE;
    }

    /**
     * Returns the environment variables that a server gets in addition to the configured ones; null for those
     * of this process.
     */
    @Nullable Map<String, String> environment();

    /** Returns the working folder of a server for which none is configured; null for the folder of this process. */
    @Nullable File folder();

    /** Returns the stream to which the standard error of servers is copied. */
    OutputStream errorOutput();

    /** Returns the memory for long messages of servers. */
    default MessageMemory messageMemory() {
        return MessageMemory.HEAP;
    }

    /** Starts a server. */
    Process start(ProcessBuilder builder) throws IOException;
}

package dev.plimsoll.gateway.upstream.process;

import dev.plimsoll.gateway.rpc.MessageMemory;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The process in whose place servers are started. It is this process, unless one process serves the sessions of others. */
public interface ServerHost {

    /** Returns the host that is this process. */
    static ServerHost ofProcess() {
        return ProcessServerHost.INSTANCE;
    }

    /** Returns the variables that a server gets besides the configured ones; null for those of this process. */
    @Nullable Map<String, String> environment();

    /** Returns the working folder of a server for which none is configured; null for that of this process. */
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

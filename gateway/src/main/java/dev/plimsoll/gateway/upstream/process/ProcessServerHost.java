package dev.plimsoll.gateway.upstream.process;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Host for servers that inherit environment, working folder, and standard error from this process. */
enum ProcessServerHost implements ServerHost {
    INSTANCE;

    @Override
    public @Nullable Map<String, String> environment() {
        return null;
    }

    @Override
    public @Nullable File folder() {
        return null;
    }

    @Override
    public OutputStream errorOutput() {
        return System.err;
    }

    @Override
    public Process start(ProcessBuilder builder) throws IOException {
        return builder.start();
    }
}

package dev.plimsoll.bench.answers.program;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.plimsoll.bench.answers.program.TrackerServer.ServerCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Answers each question with its program, through {@code plimsoll run} in front of the tracker. */
public final class ProgramBench {

    private static final Encoding O200K = Encodings.newDefaultEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
    // results of earlier programs are not reused, so that each program makes all its calls
    private static final String CONFIGURATION = "programs:\n  mode: read\n  reuse: 0s\n";

    private final GatewayClient client;
    private final Path callLog;

    private ProgramBench(GatewayClient client, Path callLog) {
        this.client = client;
        this.callLog = callLog;
    }

    /** Runs all programs. */
    public static ProgramReport run() throws IOException {
        Path folder = Files.createTempDirectory("plimsoll-programs");
        try {
            Path callLog = folder.resolve("calls");
            Path configuration = Files.writeString(folder.resolve("plimsoll.yaml"), CONFIGURATION);
            try (GatewayClient client = GatewayClient.start(configuration, folder.resolve("data"), callLog)) {
                return new ProgramBench(client, callLog).report();
            }
        } finally {
            GatewayClient.deleteFolder(folder);
        }
    }

    private ProgramReport report() throws IOException {
        List<ProgramRow> rows = new ArrayList<>();
        for (ProgramTask task : TrackerTasks.all()) {
            Files.deleteIfExists(callLog);
            String answer = client.runProgram(task.program());
            List<ServerCall> calls = ServerCall.read(callLog);
            rows.add(new ProgramRow(
                    task.question(),
                    isRight(answer, task.truth()),
                    tokens(task.program()),
                    tokens(answer),
                    calls.size(),
                    calls.stream().mapToLong(call -> tokens(call.arguments())).sum(),
                    calls.stream().mapToLong(call -> tokens(call.answer())).sum()));
        }
        return new ProgramReport(rows, tokens(client.toolEntry(GatewayClient.PROGRAM_TOOL)));
    }

    /**
     * Returns whether the answer of a program is right. An array is the answer itself; any other value is the only
     * element of {@code results}.
     */
    private static boolean isRight(String answer, JsonNode truth) {
        JsonNode value = JsonMapper.shared().readTree(answer);
        return (truth.isArray() ? value : value.path("results").path(0)).equals(truth);
    }

    private static long tokens(String text) {
        return O200K.countTokensOrdinary(text);
    }
}

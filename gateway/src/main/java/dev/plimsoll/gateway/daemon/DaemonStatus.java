package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.dashboard.StatusService.RunState;
import dev.plimsoll.gateway.report.SavingsText;
import dev.plimsoll.gateway.statistics.Savings;
import dev.plimsoll.gateway.terminal.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Description of a daemon for people: its memory, sessions, and servers, without their arguments. */
record DaemonStatus(Path socket, Duration age, int sessionsSinceStart, Savings savings, List<DaemonSession> sessions) {

    String describe() {
        List<String> lines = new ArrayList<>();
        long servers =
                sessions.stream().mapToLong(session -> session.servers().size()).sum();
        ProcessHandle currentProcess = ProcessHandle.current();
        lines.add(Version.line() + ", process " + currentProcess.pid() + ", running for " + format(age));
        lines.add("socket    " + socket);
        lines.add("sessions  " + sessions.size() + " now, " + sessionsSinceStart + " since the start");
        lines.add("servers   " + servers);
        lines.add("memory    " + describeMemory(currentProcess.pid()) + " (daemon, without servers and clients)");
        lines.add("calls     " + describeCalls(savings));
        lines.add("tokens    " + describeTokens(savings));
        for (DaemonSession session : sessions) {
            lines.add("session   process " + session.request().origin().processId() + ", " + format(session.age())
                    + ", in " + session.request().folder());
            lines.add("  calls   " + describeCalls(session.savings()));
            lines.add("  tokens  " + describeTokens(session.savings()));
            for (ProcessHandle server : session.servers()) {
                String command = server.info().command().orElse("?");
                lines.add("  server  process " + server.pid() + ", " + describeMemory(server.pid()) + ", " + command);
            }
        }
        return String.join("\n", lines);
    }

    /** Returns the state of a session for the dashboard. */
    static RunState runState(DaemonSession session) {
        Instant since = Instant.now().minus(session.age()).truncatedTo(ChronoUnit.SECONDS);
        return new RunState(
                session.serverName(),
                session.request().folder(),
                session.request().origin().processId(),
                since.toString(),
                session.savings(),
                session.servers().stream()
                        .map(server ->
                                server.pid() + " " + server.info().command().orElse("?"))
                        .toList());
    }

    private static String describeCalls(Savings savings) {
        return SavingsText.format(savings.requests()) + ", of which " + SavingsText.format(savings.shaped())
                + " shaped; follow-ups " + SavingsText.format(savings.followUps());
    }

    /** Returns the tokens with the words of {@code plimsoll report}. */
    private static String describeTokens(Savings savings) {
        String net = SavingsText.describeNet(savings);
        return "results " + SavingsText.format(savings.originalTokens()) + ", answers "
                + SavingsText.format(savings.answerTokens()) + ", follow-ups "
                + SavingsText.format(savings.followUpTokens()) + ", listings "
                + SavingsText.format(savings.definitionTokens()) + "; "
                + Character.toLowerCase(net.charAt(0)) + net.substring(1);
    }

    private static String format(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 120 ? seconds + " s" : seconds / 60 + " min";
    }

    /** Returns the resident memory of a process, if the system shows it in {@code /proc}. */
    private static String describeMemory(long processId) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", String.valueOf(processId), "status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024 + " MB";
                }
            }
        } catch (IOException e) {
            // another system, or the process has ended
        }
        return "memory unknown";
    }
}

package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaParameterizedType;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/**
 * Checks which files parse messages, create requests, keep pending requests, and have error codes, and that the package {@code rpc}
 * imports no other package of the gateway.
 */
@NullMarked
class RpcRulesTest {

    private static final Path SOURCES = Path.of("src/main/java/dev/plimsoll/gateway");
    private static final Pattern PARSE = Pattern.compile("\\b(Message|ReceivedMessages|Envelope)\\.parse\\(");
    private static final Pattern CREATES_REQUEST = Pattern.compile("\\bMessage\\.request\\(");
    private static final Pattern OTHER_PACKAGE =
            Pattern.compile("import (static )?dev\\.plimsoll\\.gateway\\.(?!rpc\\.)");

    /** A number in a line that is not a comment. */
    private static final Pattern ERROR_CODE = Pattern.compile("(?m)^(?!\\s*(\\*|//|/\\*)).*-32_?[0-9]{3}\\b");

    /** A set or list of methods, or a method that is recognized by its end. */
    private static final Pattern METHOD_PROPERTY = Pattern.compile("\\b(Set|List)\\.of\\(\\s*\"(initialize|ping|"
            + "(tools|prompts|resources|completion|logging|tasks|elicitation|sampling|roots|notifications)/\\w+)\""
            + "|endsWith\\(\"/list_changed");

    private static List<String> filesWith(Path folder, Pattern pattern) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> pattern.matcher(read(file)).find())
                    .map(file -> SOURCES.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void onlyTransportsParseMessages() throws IOException {
        assertThat(filesWith(SOURCES, PARSE))
                .containsExactly(
                        "http/exchange/PostedBody.java",
                        "rehearsal/RehearsalServer.java",
                        "rpc/Message.java",
                        "rpc/ReceivedMessages.java",
                        "run/RunRefusal.java",
                        "run/RunSession.java",
                        "upstream/http/HttpConnection.java",
                        "upstream/http/HttpRequestExchange.java",
                        "upstream/http/ToolListFetcher.java",
                        "upstream/process/ProcessReader.java",
                        "watch/ViewClient.java");
    }

    /**
     * Checks that only the listed files create requests. They pass on requests of a client or a server, or have their
     * own connection. All other files send requests with {@code OwnRequests}, which assigns each response to its
     * request.
     */
    @Test
    void onlyListedFilesCreateRequests() throws IOException {
        assertThat(filesWith(SOURCES, CREATES_REQUEST))
                .containsExactly(
                        "era/ServerEraDetector.java",
                        "era/legacy/LegacyOnModern.java",
                        "era/legacy/MultiRoundRequest.java",
                        "era/legacy/MultiRoundRequests.java",
                        "era/legacy/TaskPoller.java",
                        "http/rest/ToolCallApi.java",
                        "hub/method/ListenRequests.java",
                        "program/ProgramSession.java",
                        "rpc/OwnRequests.java",
                        "show/PreviewServer.java",
                        "upstream/http/ToolListFetcher.java",
                        "watch/ViewClient.java");
    }

    /** Checks that properties of methods are in one table. Tables of handlers by method are allowed. */
    @Test
    void propertiesOfMethodsAreInProtocolMethod() throws IOException {
        assertThat(filesWith(SOURCES, METHOD_PROPERTY)).containsExactly("rpc/ProtocolMethod.java");
    }

    @Test
    void errorCodesHaveNames() throws IOException {
        assertThat(filesWith(SOURCES, ERROR_CODE)).containsExactly("rpc/ErrorObject.java");
    }

    /**
     * Forbids fields that are maps with {@link Slice} keys. A message has its ID as a slice, so
     * such a map finds requests by the bytes of their IDs. That fails for a server that writes an ID in another way.
     * {@link PendingRequests} compares IDs by their values, and ends each request once.
     */
    @Test
    void pendingRequestsAreInPendingRequests() {
        JavaClasses gateway = new ClassFileImporter()
                .importUrl(Message.class.getProtectionDomain().getCodeSource().getLocation());
        List<String> found = new ArrayList<>();
        for (JavaClass type : gateway) {
            type.getFields().stream()
                    .filter(field -> isMapBySlice(field.getType()))
                    .forEach(field -> found.add(field.getFullName()));
        }
        assertThat(found).isEmpty();
    }

    private static boolean isMapBySlice(JavaType type) {
        return type instanceof JavaParameterizedType parameterized
                && type.toErasure().isAssignableTo(Map.class)
                && parameterized.getActualTypeArguments().get(0).toErasure().isEquivalentTo(Slice.class);
    }

    @Test
    void packageDependsOnNoOtherPackageOfTheGateway() throws IOException {
        assertThat(filesWith(SOURCES.resolve("rpc"), OTHER_PACKAGE)).isEmpty();
    }
}

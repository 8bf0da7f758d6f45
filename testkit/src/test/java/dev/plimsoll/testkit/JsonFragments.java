package dev.plimsoll.testkit;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/** Finds string literals with parts of JSON, which {@code JsonWriter} must write instead. */
@NullMarked
final class JsonFragments {

    static final String MESSAGE = "JSON in a string literal: use JsonWriter, or add an exception with a reason";

    /** The end of a name in JSON. In texts for people, a space follows it. */
    private static final Pattern FRAGMENT = Pattern.compile("\\\\\":(?! )");

    /** Lines that search for JSON. */
    private static final Pattern SEARCH = Pattern.compile("\\bPattern\\.compile\\(|\\.contains\\(\"");

    /** A part of the path of sources that generate test data. */
    private static final String DATA = "testkit/";

    /** The reason of each exception, by the end of the file's path. */
    private static final Map<String, String> EXCEPTIONS = Map.ofEntries(
            Map.entry("gateway/rpc/Message.java", "the envelope of every relayed message"),
            Map.entry(
                    "gateway/era/modern/ModernMessages.java",
                    "members that are inserted into relayed results, not copied"),
            Map.entry("gateway/era/legacy/LegacyResults.java", "a member of relayed results, which are not copied"),
            Map.entry("gateway/http/rest/RestResponse.java", "an envelope around a result that is not copied"),
            Map.entry("gateway/http/exchange/CacheMark.java", "bytes to search for in answers"),
            Map.entry("gateway/rehearsal/RehearsalClient.java", "bytes to search for in answers"),
            Map.entry("plimsoll/catalog/Dispatcher.java", "examples for models, with an ellipsis"),
            Map.entry("mcp/annotation/AnnotatedTools.java", "an example for developers, with an ellipsis"),
            Map.entry("bench/floor/HandwrittenAnswer.java", "a floor: must not use the engine"),
            Map.entry("bench/floor/HandwrittenJson.java", "a floor: must not use the engine"),
            Map.entry("bench/http/CannedUpstream.java", "a prepared answer that is copied once"),
            Map.entry("bench/stdio/CannedServer.java", "a prepared answer that is copied once"));

    private final Path project;
    private final Set<String> unused = new TreeSet<>(EXCEPTIONS.keySet());

    JsonFragments(Path project) {
        this.project = project;
    }

    /** Returns whether the line of a file violates the rule. Records the exceptions that apply to the line. */
    boolean isViolation(Path file, String line) {
        if (!FRAGMENT.matcher(line).find() || SEARCH.matcher(line).find()) {
            return false;
        }
        String path = path(file);
        if (path.contains(DATA)) {
            return false;
        }
        List<String> exceptions =
                EXCEPTIONS.keySet().stream().filter(path::endsWith).toList();
        exceptions.forEach(unused::remove);
        return exceptions.isEmpty();
    }

    /** Returns the exceptions that no checked line needed. */
    Set<String> unusedExceptions() {
        return unused;
    }

    private String path(Path file) {
        return project.relativize(file).toString().replace('\\', '/');
    }
}

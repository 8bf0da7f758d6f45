package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.config.model.ProgramsConfig;
import dev.plimsoll.gateway.config.model.StoredProgram;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.Program;
import dev.plimsoll.query.QueryInput;
import dev.plimsoll.shape.outline.OutlineFunctions;
import dev.plimsoll.sql.SqlQuery;
import dev.plimsoll.tokens.TokenCounter;
import dev.plimsoll.view.ReadArgumentsParser;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Program to run, and its arguments.
 *
 * @param input value of {@code .}
 * @param cursors cursors of stored results, by the names of their variables
 * @param values values of the parameters of a stored program and of other variables, by their names
 * @param server the server whose tools the program may also call by their own names; empty if it uses only
 *     the names that clients see
 */
record ProgramRequest(
        Program program, Slice input, Map<String, String> cursors, Map<String, Slice> values, String server) {

    private static final String MAX_TOKENS = "max_tokens";
    private static final int MAX_PROGRAM_BYTES = 100_000;
    private static final int MAX_CURSOR_LENGTH = 8_192;
    private static final Slice NULL = Slice.of("null");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

    /**
     * Parses a call of {@code plimsoll_run} or of an exposed stored program. Throws if an argument is missing
     * or not valid.
     */
    static ProgramRequest parse(Message request, ProgramsConfig config) {
        Slice params = request.params();
        Slice arguments = params == null ? null : ObjectEdit.objectIn(params, "arguments");
        String tool = ObjectEdit.textIn(params, "name", MAX_PROGRAM_BYTES);
        StoredProgram exposed = tool == null || tool.equals(RunTool.NAME) ? null : config.find(tool);
        if (exposed != null) {
            return ofStoredProgram(exposed, "", membersOf(arguments), NULL, Map.of());
        }
        String text = arguments == null ? null : ObjectEdit.textIn(arguments, "program", MAX_PROGRAM_BYTES);
        if (arguments == null || text == null) {
            throw invalid("program", "program is missing, or not a string", "program: call(\"TOOL\"; {…})");
        }
        // called only to refuse an invalid value: the session has already copied the value to the metadata of the
        // request
        int _ = parseMaxTokens(arguments);
        Map<String, String> cursors = parseCursors(Members.get(arguments, "with"));
        Slice inputArgument = Members.get(arguments, "input");
        Slice input = inputArgument == null ? NULL : inputArgument;
        Map<String, Slice> values = parseVariables(Members.get(arguments, "args"), cursors.keySet());
        StoredProgram named = config.find(text.strip());
        if (named != null) {
            return ofStoredProgram(named, "args", values, input, cursors);
        }
        Set<String> variables = new LinkedHashSet<>(cursors.keySet());
        variables.addAll(values.keySet());
        try {
            return new ProgramRequest(Program.parse(text, variables), input, cursors, values, "");
        } catch (RefusedException refused) {
            throw config.storedTexts().addSuggestion(refused, text, "stored program");
        }
    }

    private static ProgramRequest ofStoredProgram(
            StoredProgram program,
            String argument,
            Map<String, Slice> arguments,
            Slice input,
            Map<String, String> cursors) {
        Map<String, Slice> values = program.text().bind(argument, arguments);
        Set<String> variables = new LinkedHashSet<>(cursors.keySet());
        for (String name : values.keySet()) {
            if (!variables.add(name)) {
                throw invalid("with", "with: " + name + " is a parameter of " + program.name(), "another name in with");
            }
        }
        return new ProgramRequest(
                Program.parse(program.text().text(), variables), input, cursors, values, program.server());
    }

    /**
     * Parses the argument {@code args}: the values of variables. Throws if a name is not allowed, or is also the name
     * of a cursor.
     */
    private static Map<String, Slice> parseVariables(@Nullable Slice args, Set<String> cursors) {
        if (args == null || Json.type(args) == JsonType.NULL) {
            return Map.of();
        }
        String example = "args: {\"state\": \"open\"} makes $state";
        if (Json.type(args) != JsonType.OBJECT) {
            throw invalid("args", "args must be an object", example);
        }
        Map<String, Slice> values = membersOf(args);
        for (String name : values.keySet()) {
            if (!VARIABLE.matcher(name).matches() || cursors.contains(name)) {
                throw invalid(
                        "args", "args must map names of variables to values, and no name may also be in with", example);
            }
        }
        return values;
    }

    private static Map<String, Slice> membersOf(@Nullable Slice object) {
        Map<String, Slice> values = new LinkedHashMap<>();
        Members members = object == null ? null : Members.of(object);
        while (members != null && members.next()) {
            values.put(JsonText.unescapeToString(members.key()), members.value());
        }
        return values;
    }

    /** Returns the budget that the arguments ask for; 0 if they ask for none. Throws if it is not valid. */
    static int parseMaxTokens(Slice arguments) {
        Slice maxTokens = Members.get(arguments, MAX_TOKENS);
        return maxTokens == null
                ? 0
                : ReadArgumentsParser.parse(new JsonWriter(32)
                                .beginObject()
                                .raw(MAX_TOKENS, maxTokens)
                                .endObject()
                                .slice())
                        .maxTokens();
    }

    private static RefusedException invalid(String argument, String problem, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, problem, suggestion).detail("argument", argument);
    }

    private static Map<String, String> parseCursors(@Nullable Slice with) {
        Map<String, String> cursors = new LinkedHashMap<>();
        if (with == null || Json.type(with) == JsonType.NULL) {
            return cursors;
        }
        String example = "with: {\"old\": CURSOR} makes $old";
        if (Json.type(with) != JsonType.OBJECT) {
            throw invalid("with", "with must be an object of cursors", example);
        }
        Members members = Members.of(with);
        while (members.next()) {
            String name = JsonText.unescapeToString(members.key());
            if (!VARIABLE.matcher(name).matches()
                    || members.type() != JsonType.STRING
                    || members.value().length() > MAX_CURSOR_LENGTH) {
                throw invalid("with", "with must map names of variables to cursors", example);
            }
            cursors.put(name, JsonText.unescapeToString(Json.stringInside(members.value())));
        }
        return cursors;
    }

    /**
     * Returns the input of the program.
     *
     * @param documents returns the document that a cursor reads; throws if the cursor is not valid
     * @param sources receives the names of the servers whose results the input contains
     * @param sql creates the function that runs SQL statements, from the JSON documents by their variable names
     */
    QueryInput toQueryInput(
            Function<String, ServerDocument> documents,
            Set<String> sources,
            Function<Map<String, Slice>, SqlQuery> sql) {
        Map<String, QueryInput.Source> variables = new HashMap<>();
        values.forEach((name, value) -> variables.put(name, new QueryInput.Source(value, false)));
        cursors.forEach((name, cursor) -> {
            try {
                ServerDocument found = documents.apply(cursor);
                sources.add(found.server());
                Document document = found.document();
                variables.put(name, new QueryInput.Source(document.bytes(), !document.isJson()));
            } catch (RefusedException refused) {
                throw refused.withMessage("with " + name + ": " + refused.getMessage())
                        .detail("argument", "with");
            }
        });
        Map<String, Slice> tables = new LinkedHashMap<>();
        cursors.keySet().forEach(name -> {
            QueryInput.Source source = variables.get(name);
            if (source != null && !source.isText()) {
                tables.put(name, source.bytes());
            }
        });
        return QueryInput.json(input, Instant.now())
                .withVariables(variables)
                .withFunctions(new OutlineFunctions(TokenCounter.classes(), sql.apply(tables)));
    }
}

package dev.plimsoll.gateway.program;

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
import dev.plimsoll.tokens.TokenCounter;
import dev.plimsoll.view.ArgumentReader;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of the tool that runs programs.
 *
 * @param input value of {@code .}
 * @param cursors cursors of results by the names of their variables
 */
record ProgramRequest(Program program, Slice input, Map<String, String> cursors) {

    private static final String MAX_TOKENS = "max_tokens";
    private static final int MAX_PROGRAM_BYTES = 100_000;
    private static final int MAX_CURSOR_LENGTH = 8_192;
    private static final Slice NULL = Slice.of("null");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

    /** Reads the arguments. Refuses what is missing or wrong. */
    static ProgramRequest of(Message request) {
        Slice params = request.params();
        Slice arguments = params == null ? null : ObjectEdit.objectIn(params, "arguments");
        String text = arguments == null ? null : ObjectEdit.textIn(arguments, "program", MAX_PROGRAM_BYTES);
        if (arguments == null || text == null) {
            throw invalid("program", "program is missing, or not a string", "program: call(\"TOOL\"; {…})");
        }
        int _ = maxTokens(arguments);
        Map<String, String> cursors = cursors(Members.get(arguments, "with"));
        Slice input = Members.get(arguments, "input");
        return new ProgramRequest(Program.parse(text, cursors.keySet()), input == null ? NULL : input, cursors);
    }

    /** Returns the budget that the arguments ask for; 0 if they ask for none. Refuses what is not a number. */
    static int maxTokens(Slice arguments) {
        Slice given = Members.get(arguments, MAX_TOKENS);
        return given == null
                ? 0
                : ArgumentReader.parse(new JsonWriter(32)
                                .beginObject()
                                .raw(MAX_TOKENS, given)
                                .endObject()
                                .slice())
                        .maxTokens();
    }

    private static RefusedException invalid(String argument, String problem, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, problem, suggestion).detail("argument", argument);
    }

    private static Map<String, String> cursors(@Nullable Slice with) {
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
     * @param documents returns the document that a cursor reads, or refuses it
     * @param sources gets the names of the servers whose results the input has
     */
    QueryInput input(Function<String, ServerDocument> documents, Set<String> sources) {
        Map<String, QueryInput.Source> variables = new HashMap<>();
        cursors.forEach((name, cursor) -> {
            try {
                ServerDocument found = documents.apply(cursor);
                sources.add(found.server());
                Document document = found.document();
                variables.put(name, new QueryInput.Source(document.bytes(), !document.json()));
            } catch (RefusedException refused) {
                throw refused.withMessage("with " + name + ": " + refused.getMessage())
                        .detail("argument", "with");
            }
        });
        return QueryInput.json(input, Instant.now())
                .withVariables(variables)
                .withFunctions(new OutlineFunctions(TokenCounter.classes()));
    }
}

package dev.plimsoll.query.parse;

import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.query.function.FunctionLibrary;
import dev.plimsoll.query.node.CallNode;
import dev.plimsoll.query.node.NodePositions;
import dev.plimsoll.query.node.QueryFunction;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.text.StringFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Resolves names in an expression: its own functions and variables first, then the library's. */
final class NameResolver {

    private static final Set<String> RESERVED =
            Set.of("then", "elif", "else", "end", "as", "catch", "and", "or", "def", "__loc__");

    private final TokenReader tokenReader;
    private final FunctionLibrary functionLibrary;
    private final Map<String, QueryFunction> jqFunctions;

    NameResolver(TokenReader tokenReader, FunctionLibrary functionLibrary) {
        this(tokenReader, functionLibrary, new HashMap<>());
    }

    private NameResolver(
            TokenReader tokenReader, FunctionLibrary functionLibrary, Map<String, QueryFunction> jqFunctions) {
        this.tokenReader = tokenReader;
        this.functionLibrary = functionLibrary;
        this.jqFunctions = jqFunctions;
    }

    boolean isReserved(String name) {
        return RESERVED.contains(name);
    }

    int resolveVariable(Token token, NameScope nameScope) {
        int hops = nameScope.hopsToVariable(token.text());
        if (hops >= 0) {
            return hops;
        }
        if (Set.of("ENV", "__loc__", "__prog_args").contains(token.text())) {
            throw unsupportedError(token);
        }
        throw tokenReader.error(
                token.offset(),
                "$" + token.text() + " is not defined",
                NameSuggestions.suggestion(
                        token.text(),
                        nameScope.variables(),
                        "$",
                        "bind it first: EXPRESSION as $" + token.text() + " | …"));
    }

    StringFormat getFormat(Token token) {
        List<String> formatNames = new ArrayList<>();
        for (StringFormat stringFormat : StringFormat.values()) {
            if (stringFormat.label().equals(token.text())) {
                return stringFormat;
            }
            formatNames.add("@" + stringFormat.label());
        }
        throw tokenReader.error(
                token.offset(),
                "@" + token.text() + " is not a format",
                "formats are " + String.join(", ", formatNames));
    }

    QueryNode createFormatCall(StringFormat stringFormat) {
        return new CallNode.Native((evaluation, in, none) -> stringFormat.format(in, evaluation.meter()), List.of());
    }

    QueryNode createCall(Token token, List<QueryNode> arguments, NameScope nameScope) {
        String name = token.text() + "/" + arguments.size();
        NameScope.Resolution resolution = nameScope.findCallable(name);
        if (resolution != null) {
            return resolution.function() == null
                    ? new CallNode.Argument(resolution.hops())
                    : new CallNode.Call(resolution.function(), resolution.hops(), arguments);
        }
        QueryNode libraryCall = functionLibrary.createCall(token.text(), arguments);
        if (libraryCall != null) {
            return libraryCall;
        }
        QueryFunction queryFunction = findJqFunction(name);
        if (queryFunction != null) {
            return new CallNode.Call(queryFunction, nameScope.hopsToRoot(), arguments);
        }
        throw unknownNameError(token, arguments.size(), nameScope);
    }

    private @Nullable QueryFunction findJqFunction(String name) {
        QueryFunction parsedFunction = jqFunctions.get(name);
        String definition = functionLibrary.findDefinition(name);
        if (parsedFunction == null && definition != null) {
            TokenReader definitionReader = new TokenReader(definition);
            parsedFunction = new ExpressionParser(
                            definitionReader,
                            new NameResolver(definitionReader, functionLibrary, jqFunctions),
                            new NodePositions(definition))
                    .parseDefinition();
            jqFunctions.put(name, parsedFunction);
        }
        return parsedFunction;
    }

    private RuntimeException unknownNameError(Token token, int arguments, NameScope nameScope) {
        if (FunctionLibrary.UNSUPPORTED.contains(token.text()) || token.text().contains("::")) {
            return unsupportedError(token);
        }
        Set<String> definedNames = new TreeSet<>(functionLibrary.namesAndArities());
        definedNames.addAll(nameScope.callables());
        List<String> counts = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        for (String name : definedNames) {
            int slash = name.indexOf('/');
            names.add(name.substring(0, slash));
            if (name.substring(0, slash).equals(token.text())) {
                counts.add(name.substring(slash + 1));
            }
        }
        if (!counts.isEmpty()) {
            String suggestion = token.text() + " takes " + String.join(" or ", counts) + " arguments, separated by ';'";
            return tokenReader.error(token.offset(), token.text() + " got " + arguments + " arguments", suggestion);
        }
        return tokenReader.error(
                token.offset(),
                token.text() + "/" + arguments + " is not defined",
                NameSuggestions.suggestion(
                        token.text(),
                        names,
                        "",
                        "a field is written ." + token.text() + ", a string \"" + token.text() + "\""));
    }

    private RuntimeException unsupportedError(Token token) {
        return tokenReader.error(
                token.offset(),
                token.describe() + " is not supported: a query reads one document only",
                "not supported are " + String.join(", ", new TreeSet<>(FunctionLibrary.UNSUPPORTED))
                        + ", $ENV, $__loc__ and modules");
    }
}

package dev.plimsoll.query.function;

import dev.plimsoll.query.node.CallNode;
import dev.plimsoll.query.node.QueryNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Functions of the query language, by {@code name/number of arguments}. */
public final class FunctionLibrary {

    /**
     * Functions of jq that are not available, because they use more than one document, have effects outside the query,
     * depend on the host, or are mathematical functions that are rarely used.
     */
    public static final Set<String> UNSUPPORTED = Set.of(
            // more than one document
            "input",
            "inputs",
            // effects outside the query
            "debug",
            "stderr",
            "halt",
            "halt_error",
            // the host: environment, files, modules, and time zone
            "env",
            "getenv",
            "input_filename",
            "input_line_number",
            "import",
            "include",
            "modulemeta",
            "get_search_list",
            "builtins",
            "localtime",
            "strflocaltime",
            // rare mathematical functions
            "frexp",
            "modf",
            "ldexp",
            "scalb",
            "scalbln",
            "nearbyint",
            "gamma",
            "lgamma",
            "tgamma",
            "lgamma_r",
            "logb",
            "drem",
            "significand");

    interface Builder {
        QueryNode build(List<QueryNode> arguments);
    }

    private final Map<String, Builder> builders = new HashMap<>();
    private final Map<String, String> jqDefinitions = new HashMap<>();

    /** Returns the functions of programs: those of queries, and those that call tools. */
    public static FunctionLibrary forPrograms() {
        FunctionLibrary functionLibrary = new FunctionLibrary();
        ProgramFunctions.addTo(functionLibrary);
        return functionLibrary;
    }

    public FunctionLibrary() {
        ControlFunctions.addTo(this);
        OrderFunctions.addTo(this);
        PathFunctions.addTo(this);
        RegexFunctions.addTo(this);
        CollectionFunctions.addTo(this);
        StringFunctions.addTo(this);
        MathFunctions.addTo(this);
        TimeFunctions.addTo(this);
        DataFunctions.addTo(this);
        jqDefinitions.putAll(JqDefinitions.functions());
    }

    void define(String nameAndArity, Builder builder) {
        builders.put(nameAndArity, builder);
    }

    void defineNative(String nameAndArity, CallNode.Native.Implementation implementation) {
        builders.put(nameAndArity, arguments -> new CallNode.Native(nameAndArity, implementation, arguments));
    }

    /** Creates a call, or returns null if the function is not implemented in Java. */
    public @Nullable QueryNode createCall(String name, List<QueryNode> arguments) {
        Builder builder = builders.get(name + "/" + arguments.size());
        return builder == null ? null : builder.build(arguments);
    }

    /** Returns the definition of a function that is written in jq, or null if there is none. */
    public @Nullable String findDefinition(String nameAndArity) {
        return jqDefinitions.get(nameAndArity);
    }

    /** Returns all functions as {@code name/arguments}, sorted. */
    public Set<String> namesAndArities() {
        Set<String> namesAndArities = new TreeSet<>(builders.keySet());
        namesAndArities.addAll(jqDefinitions.keySet());
        return namesAndArities;
    }
}

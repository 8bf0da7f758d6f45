package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.NativeNode;
import dev.plimsoll.query.eval.QueryNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All functions, by {@code name/arguments}. */
public final class FunctionLibrary {

    /**
     * Functions of jq that are not available, because they use more than one document, have effects outside the query, or
     * depend on the host.
     */
    public static final Set<String> LEFT_OUT = Set.of(
            "input",
            "inputs",
            "debug",
            "stderr",
            "env",
            "getenv",
            "halt",
            "halt_error",
            "input_filename",
            "input_line_number",
            "import",
            "include",
            "modulemeta",
            "get_search_list",
            "builtins",
            "localtime",
            "strflocaltime",
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
        QueryNode of(List<QueryNode> arguments);
    }

    private final Map<String, Builder> builders = new HashMap<>();
    private final Map<String, String> written = new HashMap<>();

    public FunctionLibrary() {
        ControlForms.addTo(this);
        OrderForms.addTo(this);
        PathForms.addTo(this);
        TextForms.addTo(this);
        CollectionFunctions.addTo(this);
        StringFunctions.addTo(this);
        MathFunctions.addTo(this);
        TimeFunctions.addTo(this);
        written.putAll(JqDefinitions.functions());
    }

    void form(String name, Builder builder) {
        builders.put(name, builder);
    }

    void function(String name, NativeNode.Law implementation) {
        builders.put(name, arguments -> new NativeNode(implementation, arguments));
    }

    /** Creates a call, or returns null if the function is not implemented in Java. */
    public @Nullable QueryNode call(String name, List<QueryNode> arguments) {
        Builder builder = builders.get(name + "/" + arguments.size());
        return builder == null ? null : builder.of(arguments);
    }

    /** Returns the definition of a function that is written in jq, or null if there is none. */
    public @Nullable String definition(String nameAndArity) {
        return written.get(nameAndArity);
    }

    /** Returns all functions as {@code name/arguments}, sorted. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>(builders.keySet());
        names.addAll(written.keySet());
        return names;
    }
}

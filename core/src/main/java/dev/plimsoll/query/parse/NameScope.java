package dev.plimsoll.query.parse;

import dev.plimsoll.query.node.QueryFunction;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Scope of names in an expression, innermost first. */
final class NameScope {

    private final @Nullable NameScope outer;
    private final Kind kind;
    private final String name;
    private final @Nullable QueryFunction queryFunction;

    private enum Kind {
        ROOT,
        VARIABLE,
        ARGUMENT,
        LABEL,
        FUNCTION
    }

    private NameScope(@Nullable NameScope outer, Kind kind, String name, @Nullable QueryFunction queryFunction) {
        this.outer = outer;
        this.kind = kind;
        this.name = name;
        this.queryFunction = queryFunction;
    }

    static NameScope root() {
        return new NameScope(null, Kind.ROOT, "", null);
    }

    NameScope withVariable(String variableName) {
        return new NameScope(this, Kind.VARIABLE, variableName, null);
    }

    NameScope withLabel(String labelName) {
        return new NameScope(this, Kind.LABEL, labelName, null);
    }

    /**
     * Adds an argument. Like a function without parameters, it gets the ending {@code /0}: the stored name of a
     * function ends with a slash and the number of its parameters.
     */
    NameScope withArgument(String argumentName) {
        return new NameScope(this, Kind.ARGUMENT, argumentName + "/0", null);
    }

    NameScope withFunction(QueryFunction function) {
        return new NameScope(
                this,
                Kind.FUNCTION,
                function.name() + "/" + function.parameters().size(),
                function);
    }

    /**
     * Returns the number of names in the environment between here and a variable; -1 if there is no such
     * variable.
     */
    int hopsToVariable(String soughtName) {
        return countHops(Kind.VARIABLE, soughtName);
    }

    int hopsToLabel(String soughtName) {
        return countHops(Kind.LABEL, soughtName);
    }

    private int countHops(Kind wantedKind, String soughtName) {
        int hops = 0;
        for (NameScope nameScope = this; nameScope != null; nameScope = nameScope.outer) {
            if (nameScope.kind == wantedKind && nameScope.name.equals(soughtName)) {
                return hops;
            }
            hops += nameScope.isRuntimeEntry() ? 1 : 0;
        }
        return -1;
    }

    /**
     * Returns whether the name is in the environment of a run. Functions are not: their calls refer to them
     * directly.
     */
    private boolean isRuntimeEntry() {
        return kind != Kind.FUNCTION && kind != Kind.ROOT;
    }

    /**
     * Meaning of a name with a number of arguments.
     *
     * @param function null for an argument of the enclosing function
     * @param hops number of names in the environment between the call and the definition
     */
    record Resolution(@Nullable QueryFunction function, int hops) {}

    @Nullable Resolution findCallable(String soughtName) {
        int hops = 0;
        for (NameScope nameScope = this; nameScope != null; nameScope = nameScope.outer) {
            boolean isCallable = nameScope.kind == Kind.ARGUMENT || nameScope.kind == Kind.FUNCTION;
            if (isCallable && nameScope.name.equals(soughtName)) {
                return new Resolution(nameScope.queryFunction, hops);
            }
            hops += nameScope.isRuntimeEntry() ? 1 : 0;
        }
        return null;
    }

    int hopsToRoot() {
        int hops = 0;
        for (NameScope nameScope = this; nameScope != null; nameScope = nameScope.outer) {
            hops += nameScope.isRuntimeEntry() ? 1 : 0;
        }
        return hops;
    }

    Set<String> callables() {
        Set<String> names = new LinkedHashSet<>();
        for (NameScope nameScope = this; nameScope != null; nameScope = nameScope.outer) {
            if (nameScope.kind == Kind.ARGUMENT || nameScope.kind == Kind.FUNCTION) {
                names.add(nameScope.name);
            }
        }
        return names;
    }

    Set<String> variables() {
        Set<String> names = new LinkedHashSet<>();
        for (NameScope nameScope = this; nameScope != null; nameScope = nameScope.outer) {
            if (nameScope.kind == Kind.VARIABLE) {
                names.add(nameScope.name);
            }
        }
        return names;
    }
}

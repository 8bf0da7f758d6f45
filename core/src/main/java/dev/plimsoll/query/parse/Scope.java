package dev.plimsoll.query.parse;

import dev.plimsoll.query.eval.Function;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names that an expression can use at a place, innermost first. */
final class Scope {

    private final @Nullable Scope outer;
    private final Kind kind;
    private final String name;
    private final @Nullable Function function;

    private enum Kind {
        ROOT,
        VARIABLE,
        ARGUMENT,
        LABEL,
        FUNCTION
    }

    private Scope(@Nullable Scope outer, Kind kind, String name, @Nullable Function function) {
        this.outer = outer;
        this.kind = kind;
        this.name = name;
        this.function = function;
    }

    static Scope root() {
        return new Scope(null, Kind.ROOT, "", null);
    }

    Scope variable(String its) {
        return new Scope(this, Kind.VARIABLE, its, null);
    }

    Scope label(String its) {
        return new Scope(this, Kind.LABEL, its, null);
    }

    /** Names of functions have their number of parameters behind a slash. */
    Scope argument(String its) {
        return new Scope(this, Kind.ARGUMENT, its + "/0", null);
    }

    Scope function(Function its) {
        return new Scope(
                this, Kind.FUNCTION, its.name() + "/" + its.parameters().size(), its);
    }

    /** How many names out a variable is, or -1. */
    int hopsToVariable(String wanted) {
        return hops(Kind.VARIABLE, wanted);
    }

    int hopsToLabel(String wanted) {
        return hops(Kind.LABEL, wanted);
    }

    private int hops(Kind wantedKind, String wanted) {
        int hops = 0;
        for (Scope scope = this; scope != null; scope = scope.outer) {
            if (scope.kind == wantedKind && scope.name.equals(wanted)) {
                return hops;
            }
            hops += scope.isEntry() ? 1 : 0;
        }
        return -1;
    }

    private boolean isEntry() {
        return kind != Kind.FUNCTION && kind != Kind.ROOT;
    }

    /**
     * What a name with so many arguments means.
     *
     * @param function null for an argument of the function around
     * @param hops how many names out
     */
    record Meaning(@Nullable Function function, int hops) {}

    @Nullable Meaning call(String wanted) {
        int hops = 0;
        for (Scope scope = this; scope != null; scope = scope.outer) {
            boolean callable = scope.kind == Kind.ARGUMENT || scope.kind == Kind.FUNCTION;
            if (callable && scope.name.equals(wanted)) {
                return new Meaning(scope.function, hops);
            }
            hops += scope.isEntry() ? 1 : 0;
        }
        return null;
    }

    int hopsToRoot() {
        int hops = 0;
        for (Scope scope = this; scope != null; scope = scope.outer) {
            hops += scope.isEntry() ? 1 : 0;
        }
        return hops;
    }

    Set<String> callables() {
        Set<String> names = new LinkedHashSet<>();
        for (Scope scope = this; scope != null; scope = scope.outer) {
            if (scope.kind == Kind.ARGUMENT || scope.kind == Kind.FUNCTION) {
                names.add(scope.name);
            }
        }
        return names;
    }

    Set<String> variables() {
        Set<String> names = new LinkedHashSet<>();
        for (Scope scope = this; scope != null; scope = scope.outer) {
            if (scope.kind == Kind.VARIABLE) {
                names.add(scope.name);
            }
        }
        return names;
    }
}

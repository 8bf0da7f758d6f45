package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.Key;
import dev.plimsoll.gateway.config.key.Keys;
import dev.plimsoll.gateway.config.key.Naming;
import dev.plimsoll.gateway.config.key.Scope;
import dev.plimsoll.gateway.config.key.Shape;
import dev.plimsoll.gateway.config.source.EnvironmentName;
import dev.plimsoll.gateway.config.source.Origin;
import dev.plimsoll.gateway.config.source.SourceException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The variables that set keys. A section may be set whole; what is set in it singly goes before that. */
public final class Variables {

    /** The file, in place of {@code --config}. */
    public static final String CONFIG = EnvironmentName.PREFIX + "CONFIG";

    /** What the launcher and the JVM take, and what says where the file is. */
    private static final Set<String> OTHERS = Set.of(CONFIG, EnvironmentName.PREFIX + "JAVA_OPTS");

    private record Variable(String name, String text, List<String> path) {}

    private final Map<String, String> environment;
    private final Faults faults;
    private final Map<String, List<String>> paths = new HashMap<>();
    private final List<String> unknown = new ArrayList<>();

    public Variables(Map<String, String> environment, Faults faults) {
        this.environment = environment;
        this.faults = faults;
    }

    /** Whether any variable may set anything: costs next to nothing. */
    public static boolean any(Map<String, String> environment) {
        for (String name : environment.keySet()) {
            if (name.startsWith(EnvironmentName.PREFIX) && !OTHERS.contains(name)) {
                return true;
            }
        }
        return false;
    }

    /** All that the variables set; what is wrong with them is a fault. */
    public Settings read(References references) {
        enter(Keys.root(), "");
        Settings settings = new Settings(Keys.root(), Origin.of("the environment"));
        Checker checker = new Checker(references, faults, true);
        for (Variable variable : variables()) {
            try {
                settings.add(checker.check(Keys.root(), Written.at(variable.path(), variable.text(), variable.name())));
            } catch (SourceException e) {
                faults.wrong(e.faults());
            }
        }
        return settings;
    }

    /** To be called when everything has been read: a variable that the file refers to is known. */
    public void reportUnknown(Set<String> used) {
        for (String name : unknown) {
            if (!used.contains(name)) {
                String near = Suggestion.nearest(name, paths.keySet());
                String mean = near == null ? "no key is called so" : "there is no such key; did you mean " + near + "?";
                faults.wrong("", Origin.of(name), mean);
            }
        }
    }

    private void enter(Scope scope, String section) {
        Set<String> names = scope.section(section);
        for (String name : names == null ? Set.<String>of() : names) {
            String path = section.isEmpty() ? name : section + "." + name;
            paths.put(EnvironmentName.of(path), List.of(path.split("\\.", -1)));
            enter(scope, path);
        }
    }

    private List<Variable> variables() {
        List<Variable> variables = new ArrayList<>();
        environment.forEach((name, text) -> {
            if (name.startsWith(EnvironmentName.PREFIX) && !OTHERS.contains(name)) {
                List<String> path = paths.get(name);
                path = path == null ? named(name, text) : path;
                if (path == null) {
                    unknown.add(name);
                } else if (!text.isEmpty()) {
                    variables.add(new Variable(name, text, path));
                }
            }
        });
        unknown.sort(Comparator.naturalOrder());
        variables.sort(
                Comparator.comparingInt((Variable one) -> one.path().size()).thenComparing(Variable::name));
        return variables;
    }

    /** The way to a key of a named thing: {@code PLIMSOLL_SERVERS_CRM_URL}. */
    private static @Nullable List<String> named(String variable, String text) {
        for (Key key : Keys.root().keys()) {
            String start = EnvironmentName.of(key.path()) + "_";
            if (key.shape() instanceof Shape.Table table
                    && table.naming() == Naming.NAME
                    && variable.startsWith(start)) {
                return below(key.path(), table.scope(), variable.substring(start.length()), text);
            }
        }
        return null;
    }

    private static @Nullable List<String> below(String table, Scope scope, String rest, String text) {
        String longest = "";
        String name = rest;
        for (String path : scope.paths()) {
            String end = "_" + EnvironmentName.upperSnake(path);
            if (rest.endsWith(end) && path.length() > longest.length()) {
                longest = path;
                name = rest.substring(0, rest.length() - end.length());
            }
        }
        if (longest.isEmpty() && !text.startsWith("{")) {
            return null;
        }
        List<String> way =
                new ArrayList<>(List.of(table, name.toLowerCase(Locale.ROOT).replace('_', '-')));
        way.addAll(longest.isEmpty() ? List.of() : List.of(longest.split("\\.", -1)));
        return way;
    }
}

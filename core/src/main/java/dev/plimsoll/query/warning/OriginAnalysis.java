package dev.plimsoll.query.warning;

import dev.plimsoll.query.node.CallNode;
import dev.plimsoll.query.node.ControlNode;
import dev.plimsoll.query.node.DestructuringPattern;
import dev.plimsoll.query.node.FoldNode;
import dev.plimsoll.query.node.GroupNode;
import dev.plimsoll.query.node.OperatorNode;
import dev.plimsoll.query.node.PathNode;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.UpdateNode;
import dev.plimsoll.query.node.ValueNode;
import dev.plimsoll.query.value.StringValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Follows the values of an expression back to the document, and collects what it does with them. Where a value comes from is
 * often uncertain; then nothing is collected, because a false warning is worse than none.
 */
final class OriginAnalysis {

    /**
     * Maximum number of nodes to look at; a node that gets values of several origins counts several times.
     * With more, the analysis finds nothing.
     */
    private static final int MAX_NODES = 5_000;

    /** Maximum number of origins of one value. */
    private static final int MAX_ORIGINS = 8;

    private final UseCollector uses = new UseCollector();
    private int nodes;

    /** Names in scope, innermost last. */
    private List<List<Origin>> names = new ArrayList<>();

    /**
     * Returns the uses of values of a document in an expression with these variables; empty if the expression
     * is too large.
     */
    static Set<ValueUse> of(QueryNode expression, List<String> variables) {
        OriginAnalysis analysis = new OriginAnalysis();
        for (String variable : variables) {
            analysis.names.add(List.of(new Origin.InDocument(new DocumentPath(variable, List.of()))));
        }
        analysis.outputs(expression, new Origin.InDocument(new DocumentPath("", List.of())));
        return analysis.nodes > MAX_NODES ? Set.of() : analysis.uses.all();
    }

    /**
     * Returns the origins of the outputs of a node for inputs with several origins; any origin if there are
     * too many.
     */
    private List<Origin> outputs(QueryNode node, List<Origin> inputs) {
        Set<Origin> all = new LinkedHashSet<>();
        for (Origin in : inputs) {
            all.addAll(outputs(node, in));
        }
        return all.size() > MAX_ORIGINS ? Origin.ANY : List.copyOf(all);
    }

    /**
     * Returns the origins of the outputs of a node for an input. The methods below do this for each type of
     * node.
     */
    private List<Origin> outputs(QueryNode node, Origin in) {
        if (++nodes > MAX_NODES) {
            return Origin.ANY;
        }
        if (node instanceof PathNode path) {
            return path(path, in);
        }
        if (node instanceof ControlNode control) {
            return control(control, in);
        }
        if (node instanceof ValueNode value) {
            return value(value, in);
        }
        if (node instanceof OperatorNode operator) {
            return operator(operator, in);
        }
        if (node instanceof FoldNode fold) {
            return fold(fold, in);
        }
        if (node instanceof GroupNode group) {
            return group(group, in);
        }
        if (node instanceof UpdateNode update) {
            return update(update, in);
        }
        if (node instanceof CallNode.Call call && isDefined(call, "IN", "s")) {
            QueryNode candidates = call.arguments().get(0);
            uses.addOneOf(
                    List.of(in), candidates instanceof ControlNode.Comma comma ? comma.parts() : List.of(candidates));
        }
        if (node instanceof CallNode.Call call && isDefined(call, "inside", "xs")) {
            uses.addInside(in, call.arguments().get(0), ValueUse.Place.WITHIN);
        }
        return node instanceof CallNode.Native call ? call(call, in) : Origin.ANY;
    }

    /**
     * Returns whether a call is one of the function with this name and parameter, which the library defines
     * in jq.
     */
    private static boolean isDefined(CallNode.Call call, String name, String parameter) {
        return call.function().name().equals(name)
                && call.function().parameters().equals(List.of(parameter));
    }

    private List<Origin> path(PathNode node, Origin in) {
        if (node instanceof PathNode.Identity) {
            return List.of(in);
        }
        if (node instanceof PathNode.Field field) {
            return uses.readFields(outputs(field.term(), in), field.name().string());
        }
        if (node instanceof PathNode.Index index) {
            outputs(index.key(), in);
            return items(outputs(index.term(), in));
        }
        if (node instanceof PathNode.Slice slice) {
            outputs(slice.from(), in);
            outputs(slice.to(), in);
            return List.of(new Origin.ListOf(items(outputs(slice.term(), in))));
        }
        if (node instanceof PathNode.Iterate iterate) {
            return items(outputs(iterate.term(), in));
        }
        return Origin.ANY;
    }

    /** Returns the origins of the items or members of values. */
    static List<Origin> items(List<Origin> containers) {
        List<Origin> items = new ArrayList<>();
        for (Origin container : containers) {
            if (container instanceof Origin.InDocument there) {
                items.add(new Origin.InDocument(there.path().child(DocumentPath.EACH)));
            } else if (container instanceof Origin.ListOf list) {
                items.addAll(list.items());
            } else {
                items.add(Origin.UNKNOWN);
            }
        }
        return items;
    }

    private List<Origin> control(ControlNode node, Origin in) {
        if (node instanceof ControlNode.Pipe pipe) {
            return outputs(pipe.right(), outputs(pipe.left(), in));
        }
        if (node instanceof ControlNode.Comma comma) {
            List<Origin> all = new ArrayList<>();
            comma.parts().forEach(part -> all.addAll(outputs(part, in)));
            return all;
        }
        if (node instanceof ControlNode.If choice) {
            return choice(choice, in);
        }
        if (node instanceof ControlNode.Try attempt) {
            List<Origin> all = new ArrayList<>(uses.analyzeTested(() -> outputs(attempt.body(), in)));
            all.addAll(outputs(attempt.handler(), Origin.UNKNOWN));
            return all;
        }
        if (node instanceof ControlNode.Label label) {
            return inScope(List.of(Origin.ANY), () -> outputs(label.body(), in));
        }
        if (node instanceof ControlNode.Bind bind) {
            List<Origin> all = new ArrayList<>();
            for (Origin source : outputs(bind.source(), in)) {
                all.addAll(inScope(bound(bind.pattern(), source), () -> outputs(bind.body(), in)));
            }
            return all;
        }
        return List.of();
    }

    /**
     * Returns the origins of the outputs of {@code if}. The comparisons in its conditions are alternatives:
     * one of {@code if … elif …} is enough. {@code select} is an {@code if} without another branch.
     */
    private List<Origin> choice(ControlNode.If node, Origin in) {
        boolean isSelection =
                node.no() instanceof ControlNode.Comma none && none.parts().isEmpty();
        if (isSelection) {
            outputs(node.condition(), in);
            return outputs(node.yes(), in);
        }
        return uses.analyzeAlternatives(() -> {
            outputs(node.condition(), in);
            List<Origin> all = new ArrayList<>(outputs(node.no(), in));
            all.addAll(uses.analyzeSeparately(() -> outputs(node.yes(), in)));
            return all;
        });
    }

    /** Runs the analysis of a part in which further names are in scope. */
    private List<Origin> inScope(List<List<Origin>> added, Supplier<List<Origin>> body) {
        List<List<Origin>> outside = names;
        names = new ArrayList<>(outside);
        names.addAll(added);
        List<Origin> outputs = body.get();
        names = outside;
        return outputs;
    }

    /** Returns the origins of the names that a pattern binds, in their order. */
    private List<List<Origin>> bound(DestructuringPattern pattern, Origin value) {
        if (pattern instanceof DestructuringPattern.Name) {
            return List.of(List.of(value));
        }
        List<List<Origin>> bound = new ArrayList<>();
        if (pattern instanceof DestructuringPattern.Alternatives alternatives) {
            for (int i = 0; i < alternatives.nameCount(); i++) {
                bound.add(Origin.ANY);
            }
        } else if (pattern instanceof DestructuringPattern.Container container) {
            for (DestructuringPattern.Part part : container.parts()) {
                List<Origin> member =
                        part.key() instanceof ValueNode.Literal literal && literal.value() instanceof StringValue name
                                ? uses.readFields(List.of(value), name.string())
                                : items(List.of(value));
                if (part.bindsName()) {
                    bound.add(member);
                }
                DestructuringPattern inner = part.pattern();
                if (inner != null) {
                    bound.addAll(bound(inner, member.size() == 1 ? member.get(0) : Origin.UNKNOWN));
                }
            }
        }
        return bound;
    }

    private List<Origin> value(ValueNode node, Origin in) {
        if (node instanceof ValueNode.Variable variable) {
            int at = names.size() - 1 - variable.hops();
            return at < 0 ? Origin.ANY : names.get(at);
        }
        if (node instanceof ValueNode.ArrayConstruction array) {
            return List.of(new Origin.ListOf(outputs(array.body(), in)));
        }
        if (node instanceof ValueNode.ObjectConstruction object) {
            return madeObject(object, in);
        }
        node.parts().forEach(part -> outputs(part, in));
        return Origin.ANY;
    }

    private List<Origin> madeObject(ValueNode.ObjectConstruction node, Origin in) {
        Map<String, List<Origin>> members = new HashMap<>();
        boolean hasComputedName = false;
        for (ValueNode.Member member : node.members()) {
            List<Origin> value = outputs(member.value(), in);
            if (member.key() instanceof ValueNode.Literal literal && literal.value() instanceof StringValue name) {
                members.put(name.string(), value);
            } else {
                outputs(member.key(), in);
                hasComputedName = true;
            }
        }
        return hasComputedName ? Origin.ANY : List.of(new Origin.Made(members));
    }

    private List<Origin> operator(OperatorNode node, Origin in) {
        if (node instanceof OperatorNode.Alternative alternative) {
            List<Origin> all = new ArrayList<>(uses.analyzeTested(() -> outputs(alternative.left(), in)));
            all.addAll(outputs(alternative.right(), in));
            return all;
        }
        if (node instanceof OperatorNode.Binary binary) {
            switch (binary.operator()) {
                case OR ->
                    uses.analyzeAlternatives(() -> {
                        outputs(binary.left(), in);
                        return outputs(binary.right(), in);
                    });
                case AND -> {
                    uses.analyzeSeparately(() -> outputs(binary.left(), in));
                    uses.analyzeSeparately(() -> outputs(binary.right(), in));
                }
                case EQUAL -> {
                    List<Origin> left = outputs(binary.left(), in);
                    List<Origin> right = outputs(binary.right(), in);
                    if (binary.right() instanceof ControlNode.Comma comma) {
                        uses.addOneOf(left, comma.parts());
                    } else {
                        uses.addBinary(binary, left, right);
                    }
                }
                default -> uses.addBinary(binary, outputs(binary.left(), in), outputs(binary.right(), in));
            }
            return Origin.ANY;
        }
        node.parts().forEach(part -> outputs(part, in));
        return Origin.ANY;
    }

    private List<Origin> fold(FoldNode node, Origin in) {
        if (node instanceof FoldNode.Sum sum) {
            List<Origin> values = outputs(sum.source(), in);
            uses.addCounted(values, in);
            uses.addSum(values);
            return Origin.ANY;
        }
        if (node instanceof FoldNode.Quantifier quantifier) {
            outputs(quantifier.condition(), outputs(quantifier.source(), in));
            return Origin.ANY;
        }
        if (node instanceof FoldNode.EndOutput end) {
            return outputs(end.body(), in);
        }
        if (node instanceof FoldNode.Limit limit) {
            outputs(limit.number(), in);
            return outputs(limit.body(), in);
        }
        if (node instanceof FoldNode.Fold fold) {
            outputs(fold.init(), in);
            for (Origin source : outputs(fold.source(), in)) {
                inScope(bound(fold.pattern(), source), () -> outputs(fold.update(), Origin.UNKNOWN));
            }
        }
        return Origin.ANY;
    }

    private List<Origin> group(GroupNode node, Origin in) {
        List<Origin> items = items(List.of(in));
        uses.addCounted(items, in);
        if (node instanceof GroupNode.CountBy count) {
            outputs(count.key(), items);
            return Origin.ANY;
        }
        if (!(node instanceof GroupNode.Sort sort)) {
            return Origin.ANY;
        }
        List<Origin> keys = outputs(sort.key(), items);
        return switch (sort.kind()) {
            case SORT -> {
                uses.addSortKeys(keys);
                yield List.of(new Origin.ListOf(items));
            }
            case MIN, MAX -> {
                uses.addSortKeys(keys);
                yield items;
            }
            case UNIQUE -> List.of(new Origin.ListOf(items));
            case GROUP -> List.of(new Origin.ListOf(List.of(new Origin.ListOf(items))));
        };
    }

    /**
     * Returns the origins of an updated value. Values that it sets are new. Fields that it deletes are not
     * collected, because deleting a missing field is no error.
     */
    private List<Origin> update(UpdateNode node, Origin in) {
        if (node instanceof UpdateNode.Delete) {
            return List.of(in);
        }
        if (node instanceof UpdateNode.Assign assign) {
            outputs(assign.value(), in);
        }
        return Origin.ANY;
    }

    private List<Origin> call(CallNode.Native node, Origin in) {
        node.arguments().forEach(argument -> outputs(argument, in));
        switch (node.name()) {
            case "has/1" -> uses.addTestedName(node.arguments().get(0));
            case "length/0", "median/0" -> uses.addCounted(items(List.of(in)), in);
            case "startswith/1" -> uses.addInside(in, node.arguments().get(0), ValueUse.Place.START);
            case "endswith/1" -> uses.addInside(in, node.arguments().get(0), ValueUse.Place.END);
            case "index/1", "rindex/1", "indices/1" ->
                uses.addInside(in, node.arguments().get(0), ValueUse.Place.ANYWHERE);
            case "ascii_downcase/0", "ascii_upcase/0" -> {
                return in instanceof Origin.InDocument there
                        ? List.of(new Origin.Cased(there.path(), node.name().equals("ascii_downcase/0")))
                        : Origin.ANY;
            }
            case "contains/1" -> uses.addInside(in, node.arguments().get(0), ValueUse.Place.ANYWHERE);
            case "test/1", "test/2" -> uses.addMatched(in, node.arguments());
            case "reverse/0" -> {
                return List.of(new Origin.ListOf(items(List.of(in))));
            }
            case "to_entries/0" -> {
                Map<String, List<Origin>> entry = Map.of("key", Origin.ANY, "value", items(List.of(in)));
                return List.of(new Origin.ListOf(List.of(new Origin.Made(entry))));
            }
            default -> {
                return Origin.ANY;
            }
        }
        return Origin.ANY;
    }
}

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
 * Analysis that traces the values of an expression back to the document, and collects the uses of these values. If the origin
 * of a value is uncertain, its uses are not collected, because a false warning is worse than none.
 */
final class OriginAnalysis {

    /**
     * Maximum number of nodes to analyze. A node that gets values of several origins counts once for each. The analysis of
     * a larger expression finds nothing.
     */
    private static final int MAX_NODES = 5_000;

    /** Maximum number of origins of one value. */
    private static final int MAX_ORIGINS = 8;

    private final UseCollector useCollector = new UseCollector();
    private int nodeCount;

    /** Names in scope, innermost last. */
    private List<List<Origin>> names = new ArrayList<>();

    /**
     * Returns the uses of values of a document in an expression with these variables; empty if the expression
     * is too large.
     */
    static Set<ValueUse> findUses(QueryNode expression, List<String> variables) {
        OriginAnalysis analysis = new OriginAnalysis();
        for (String variable : variables) {
            analysis.names.add(List.of(new Origin.DocumentLocation(new DocumentPath(variable, List.of()))));
        }
        analysis.analyze(expression, new Origin.DocumentLocation(new DocumentPath("", List.of())));
        return analysis.nodeCount > MAX_NODES ? Set.of() : analysis.useCollector.findUses();
    }

    /**
     * Returns the origins of the outputs of a node for inputs with several origins; any origin if there are
     * too many.
     */
    private List<Origin> analyze(QueryNode node, List<Origin> inputs) {
        Set<Origin> origins = new LinkedHashSet<>();
        for (Origin input : inputs) {
            origins.addAll(analyze(node, input));
        }
        return origins.size() > MAX_ORIGINS ? Origin.ANY : List.copyOf(origins);
    }

    /**
     * Returns the origins of the outputs of a node for an input. Each type of node has its own method below.
     */
    private List<Origin> analyze(QueryNode node, Origin input) {
        if (++nodeCount > MAX_NODES) {
            return Origin.ANY;
        }
        if (node instanceof PathNode path) {
            return analyzePath(path, input);
        }
        if (node instanceof ControlNode control) {
            return analyzeControl(control, input);
        }
        if (node instanceof ValueNode value) {
            return analyzeValue(value, input);
        }
        if (node instanceof OperatorNode operator) {
            return analyzeOperator(operator, input);
        }
        if (node instanceof FoldNode fold) {
            return analyzeFold(fold, input);
        }
        if (node instanceof GroupNode group) {
            return analyzeGroup(group, input);
        }
        if (node instanceof UpdateNode update) {
            return analyzeUpdate(update, input);
        }
        if (node instanceof CallNode.Call call && isLibraryCall(call, "IN", "s")) {
            QueryNode candidates = call.arguments().get(0);
            useCollector.addAlternatives(
                    List.of(input),
                    candidates instanceof ControlNode.Comma comma ? comma.parts() : List.of(candidates));
        }
        if (node instanceof CallNode.Call call && isLibraryCall(call, "inside", "xs")) {
            useCollector.addTextSearch(input, call.arguments().get(0), ValueUse.MatchPosition.WITHIN);
        }
        return node instanceof CallNode.Native call ? analyzeCall(call, input) : Origin.ANY;
    }

    /**
     * Returns whether a call is one of the function with this name and parameter, which the library defines
     * in jq.
     */
    private static boolean isLibraryCall(CallNode.Call call, String name, String parameter) {
        return call.function().name().equals(name)
                && call.function().parameters().equals(List.of(parameter));
    }

    private List<Origin> analyzePath(PathNode node, Origin input) {
        if (node instanceof PathNode.Identity) {
            return List.of(input);
        }
        if (node instanceof PathNode.Field field) {
            return useCollector.readFields(
                    analyze(field.term(), input), field.name().string());
        }
        if (node instanceof PathNode.Index index) {
            analyze(index.key(), input);
            return itemOrigins(analyze(index.term(), input));
        }
        if (node instanceof PathNode.Slice slice) {
            analyze(slice.from(), input);
            analyze(slice.to(), input);
            return List.of(new Origin.NewArray(itemOrigins(analyze(slice.term(), input))));
        }
        if (node instanceof PathNode.Iterate iterate) {
            return itemOrigins(analyze(iterate.term(), input));
        }
        return Origin.ANY;
    }

    /** Returns the origins of the items or members of values. */
    static List<Origin> itemOrigins(List<Origin> containers) {
        List<Origin> items = new ArrayList<>();
        for (Origin container : containers) {
            if (container instanceof Origin.DocumentLocation location) {
                items.add(new Origin.DocumentLocation(location.path().child(DocumentPath.EACH)));
            } else if (container instanceof Origin.NewArray list) {
                items.addAll(list.items());
            } else {
                items.add(Origin.UNKNOWN);
            }
        }
        return items;
    }

    private List<Origin> analyzeControl(ControlNode node, Origin input) {
        if (node instanceof ControlNode.Pipe pipe) {
            return analyze(pipe.right(), analyze(pipe.left(), input));
        }
        if (node instanceof ControlNode.Comma comma) {
            List<Origin> origins = new ArrayList<>();
            comma.parts().forEach(part -> origins.addAll(analyze(part, input)));
            return origins;
        }
        if (node instanceof ControlNode.If ifNode) {
            return analyzeIf(ifNode, input);
        }
        if (node instanceof ControlNode.Try tryNode) {
            List<Origin> origins = new ArrayList<>(useCollector.analyzeTested(() -> analyze(tryNode.body(), input)));
            origins.addAll(analyze(tryNode.handler(), Origin.UNKNOWN));
            return origins;
        }
        if (node instanceof ControlNode.Label label) {
            return analyzeInScope(List.of(Origin.ANY), () -> analyze(label.body(), input));
        }
        if (node instanceof ControlNode.Bind bind) {
            List<Origin> origins = new ArrayList<>();
            for (Origin source : analyze(bind.source(), input)) {
                origins.addAll(analyzeInScope(boundOrigins(bind.pattern(), source), () -> analyze(bind.body(), input)));
            }
            return origins;
        }
        return List.of();
    }

    /**
     * Returns the origins of the outputs of {@code if}. The comparisons in its conditions are alternatives:
     * one of {@code if … elif …} is enough. {@code select} is an {@code if} without another branch.
     */
    private List<Origin> analyzeIf(ControlNode.If node, Origin input) {
        boolean isSelection = node.elseBranch() instanceof ControlNode.Comma comma
                && comma.parts().isEmpty();
        if (isSelection) {
            analyze(node.condition(), input);
            return analyze(node.thenBranch(), input);
        }
        return useCollector.analyzeAlternatives(() -> {
            analyze(node.condition(), input);
            List<Origin> origins = new ArrayList<>(analyze(node.elseBranch(), input));
            origins.addAll(useCollector.analyzeSeparately(() -> analyze(node.thenBranch(), input)));
            return origins;
        });
    }

    /** Runs the analysis of a part in which further names are in scope. */
    private List<Origin> analyzeInScope(List<List<Origin>> innerNames, Supplier<List<Origin>> body) {
        List<List<Origin>> outerNames = names;
        names = new ArrayList<>(outerNames);
        names.addAll(innerNames);
        List<Origin> outputs = body.get();
        names = outerNames;
        return outputs;
    }

    /** Returns the origins of the names that a pattern binds, in their order. */
    private List<List<Origin>> boundOrigins(DestructuringPattern pattern, Origin value) {
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
                                ? useCollector.readFields(List.of(value), name.string())
                                : itemOrigins(List.of(value));
                if (part.isBoundToName()) {
                    bound.add(member);
                }
                DestructuringPattern inner = part.pattern();
                if (inner != null) {
                    bound.addAll(boundOrigins(inner, member.size() == 1 ? member.get(0) : Origin.UNKNOWN));
                }
            }
        }
        return bound;
    }

    private List<Origin> analyzeValue(ValueNode node, Origin input) {
        if (node instanceof ValueNode.Variable variable) {
            int nameIndex = names.size() - 1 - variable.hops();
            return nameIndex < 0 ? Origin.ANY : names.get(nameIndex);
        }
        if (node instanceof ValueNode.ArrayConstruction array) {
            return List.of(new Origin.NewArray(analyze(array.body(), input)));
        }
        if (node instanceof ValueNode.ObjectConstruction object) {
            return analyzeObject(object, input);
        }
        node.parts().forEach(part -> analyze(part, input));
        return Origin.ANY;
    }

    private List<Origin> analyzeObject(ValueNode.ObjectConstruction node, Origin input) {
        Map<String, List<Origin>> members = new HashMap<>();
        boolean hasComputedName = false;
        for (ValueNode.Member member : node.members()) {
            List<Origin> value = analyze(member.value(), input);
            if (member.key() instanceof ValueNode.Literal literal && literal.value() instanceof StringValue name) {
                members.put(name.string(), value);
            } else {
                analyze(member.key(), input);
                hasComputedName = true;
            }
        }
        return hasComputedName ? Origin.ANY : List.of(new Origin.NewObject(members));
    }

    private List<Origin> analyzeOperator(OperatorNode node, Origin input) {
        if (node instanceof OperatorNode.Alternative alternative) {
            List<Origin> origins =
                    new ArrayList<>(useCollector.analyzeTested(() -> analyze(alternative.left(), input)));
            origins.addAll(analyze(alternative.right(), input));
            return origins;
        }
        if (node instanceof OperatorNode.Binary binary) {
            switch (binary.operator()) {
                case OR ->
                    useCollector.analyzeAlternatives(() -> {
                        analyze(binary.left(), input);
                        return analyze(binary.right(), input);
                    });
                case AND -> {
                    useCollector.analyzeSeparately(() -> analyze(binary.left(), input));
                    useCollector.analyzeSeparately(() -> analyze(binary.right(), input));
                }
                case EQUAL -> {
                    List<Origin> left = analyze(binary.left(), input);
                    List<Origin> right = analyze(binary.right(), input);
                    if (binary.right() instanceof ControlNode.Comma comma) {
                        useCollector.addAlternatives(left, comma.parts());
                    } else {
                        useCollector.addBinary(binary, left, right);
                    }
                }
                default ->
                    useCollector.addBinary(binary, analyze(binary.left(), input), analyze(binary.right(), input));
            }
            return Origin.ANY;
        }
        node.parts().forEach(part -> analyze(part, input));
        return Origin.ANY;
    }

    private List<Origin> analyzeFold(FoldNode node, Origin input) {
        if (node instanceof FoldNode.Sum sum) {
            List<Origin> values = analyze(sum.source(), input);
            useCollector.addWholeListUse(values, input);
            useCollector.addSum(values);
            return Origin.ANY;
        }
        if (node instanceof FoldNode.Quantifier quantifier) {
            analyze(quantifier.condition(), analyze(quantifier.source(), input));
            return Origin.ANY;
        }
        if (node instanceof FoldNode.FirstOrLast firstOrLast) {
            return analyze(firstOrLast.body(), input);
        }
        if (node instanceof FoldNode.Limit limit) {
            analyze(limit.number(), input);
            return analyze(limit.body(), input);
        }
        if (node instanceof FoldNode.Fold fold) {
            analyze(fold.init(), input);
            for (Origin source : analyze(fold.source(), input)) {
                analyzeInScope(boundOrigins(fold.pattern(), source), () -> analyze(fold.update(), Origin.UNKNOWN));
            }
        }
        return Origin.ANY;
    }

    private List<Origin> analyzeGroup(GroupNode node, Origin input) {
        List<Origin> items = itemOrigins(List.of(input));
        useCollector.addWholeListUse(items, input);
        if (node instanceof GroupNode.CountBy count) {
            analyze(count.key(), items);
            return Origin.ANY;
        }
        if (!(node instanceof GroupNode.Sort sort)) {
            return Origin.ANY;
        }
        List<Origin> keys = analyze(sort.key(), items);
        return switch (sort.kind()) {
            case SORT -> {
                useCollector.addSortKeys(keys);
                yield List.of(new Origin.NewArray(items));
            }
            case MIN, MAX -> {
                useCollector.addSortKeys(keys);
                yield items;
            }
            case UNIQUE -> List.of(new Origin.NewArray(items));
            case GROUP -> List.of(new Origin.NewArray(List.of(new Origin.NewArray(items))));
        };
    }

    /**
     * Returns the origin of the input for {@code del}, and any origin for other nodes. The paths are not analyzed,
     * because setting or deleting a missing field is not an error.
     */
    private List<Origin> analyzeUpdate(UpdateNode node, Origin input) {
        if (node instanceof UpdateNode.Delete) {
            return List.of(input);
        }
        if (node instanceof UpdateNode.Assign assign) {
            analyze(assign.value(), input);
        }
        return Origin.ANY;
    }

    private List<Origin> analyzeCall(CallNode.Native node, Origin input) {
        node.arguments().forEach(argument -> analyze(argument, input));
        switch (node.name()) {
            case "has/1" -> useCollector.addTestedName(node.arguments().get(0));
            case "length/0", "median/0" -> useCollector.addWholeListUse(itemOrigins(List.of(input)), input);
            case "startswith/1" ->
                useCollector.addTextSearch(input, node.arguments().get(0), ValueUse.MatchPosition.START);
            case "endswith/1" ->
                useCollector.addTextSearch(input, node.arguments().get(0), ValueUse.MatchPosition.END);
            case "index/1", "rindex/1", "indices/1" ->
                useCollector.addTextSearch(input, node.arguments().get(0), ValueUse.MatchPosition.ANYWHERE);
            case "ascii_downcase/0", "ascii_upcase/0" -> {
                return input instanceof Origin.DocumentLocation location
                        ? List.of(new Origin.ChangedCase(
                                location.path(), node.name().equals("ascii_downcase/0")))
                        : Origin.ANY;
            }
            case "contains/1" ->
                useCollector.addTextSearch(input, node.arguments().get(0), ValueUse.MatchPosition.ANYWHERE);
            case "test/1", "test/2" -> useCollector.addRegexSearch(input, node.arguments());
            case "reverse/0" -> {
                return List.of(new Origin.NewArray(itemOrigins(List.of(input))));
            }
            case "to_entries/0" -> {
                Map<String, List<Origin>> entry = Map.of("key", Origin.ANY, "value", itemOrigins(List.of(input)));
                return List.of(new Origin.NewArray(List.of(new Origin.NewObject(entry))));
            }
            default -> {
                return Origin.ANY;
            }
        }
        return Origin.ANY;
    }
}

package dev.plimsoll.query.warning;

import dev.plimsoll.query.node.CallNode;
import dev.plimsoll.query.node.OperatorNode;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.QueryOperator;
import dev.plimsoll.query.node.ValueNode;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collector of the uses of a document's values in an expression. */
final class UseCollector {

    /** Pattern of those regular expressions that match only their own text. */
    private static final Pattern LITERAL_REGEX = Pattern.compile("[\\p{L}\\p{N}_ :/,-]+");

    private final Set<ValueUse> uses = new LinkedHashSet<>();
    private final Set<String> testedNames = new HashSet<>();

    /** Number of enclosing parts that may fail, or whose result may be missing. */
    private int testDepth;

    /** Number of groups of comparisons so far. */
    private int groupCount;

    /** Number of the current group, in which one true comparison is enough; 0 for a comparison outside of groups. */
    private int group;

    /** Returns all uses, without fields whose name the expression tests. */
    Set<ValueUse> findUses() {
        uses.removeIf(use -> use instanceof ValueUse.Field field && testedNames.contains(field.name()));
        return uses;
    }

    /**
     * Runs the analysis of a part that may fail, or whose result may be missing: the expression only tests
     * whether its names exist.
     */
    List<Origin> analyzeTested(Supplier<List<Origin>> part) {
        testDepth++;
        List<Origin> outputs = part.get();
        testDepth--;
        return outputs;
    }

    /** Runs the analysis of a part whose comparisons are alternatives: it is enough that one of them is true. */
    List<Origin> analyzeAlternatives(Supplier<List<Origin>> part) {
        int outerGroup = group;
        group = outerGroup == 0 ? ++groupCount : outerGroup;
        List<Origin> outputs = part.get();
        group = outerGroup;
        return outputs;
    }

    /** Runs the analysis of a part whose comparisons do not belong to the alternatives around it. */
    List<Origin> analyzeSeparately(Supplier<List<Origin>> part) {
        int outerGroup = group;
        group = 0;
        List<Origin> outputs = part.get();
        group = outerGroup;
        return outputs;
    }

    /** Returns the origins of a field of values. */
    List<Origin> readFields(List<Origin> values, String name) {
        if (testDepth > 0) {
            testedNames.add(name);
        }
        List<Origin> fields = new ArrayList<>();
        for (Origin value : values) {
            if (value instanceof Origin.DocumentLocation location) {
                uses.add(new ValueUse.Field(location.path(), name));
                fields.add(new Origin.DocumentLocation(location.path().child(name)));
            } else if (value instanceof Origin.NewObject newObject) {
                fields.addAll(newObject.members().getOrDefault(name, Origin.ANY));
            } else {
                fields.add(Origin.UNKNOWN);
            }
        }
        return fields;
    }

    /** Adds a name in {@code has("name")}. */
    void addTestedName(QueryNode name) {
        if (literalValue(name) instanceof StringValue text) {
            testedNames.add(text.string());
        }
    }

    /** Adds the operands of a comparison or a sum. */
    void addBinary(OperatorNode.Binary node, List<Origin> left, List<Origin> right) {
        if (testDepth > 0) {
            return;
        }
        Value literalLeft = literalValue(node.left());
        Value literalRight = literalValue(node.right());
        if (literalLeft == null || literalRight == null) {
            addOperand(node.operator(), left, right, literalRight);
            addOperand(node.operator(), right, left, literalLeft);
        }
    }

    private void addOperand(
            QueryOperator operator, List<Origin> operands, List<Origin> others, @Nullable Value literal) {
        for (Origin operand : operands) {
            if (operator == QueryOperator.EQUAL || operator == QueryOperator.NOT_EQUAL) {
                addCaseMismatch(operand, literal);
            }
            if (!(operand instanceof Origin.DocumentLocation location)) {
                continue;
            }
            boolean isComparable =
                    literal != null || others.stream().allMatch(Origin.DocumentLocation.class::isInstance);
            switch (operator) {
                case EQUAL, NOT_EQUAL -> {
                    if (literal != null && !literal.isNull()) {
                        uses.add(new ValueUse.Equality(location.path(), literal, group));
                    }
                }
                case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> {
                    if (isComparable) {
                        uses.add(new ValueUse.NumericUse(location.path(), ValueUse.Kind.COMPARE, literal));
                    }
                }
                case ADD -> {
                    if (literal == null && isComparable) {
                        uses.add(new ValueUse.NumericUse(location.path(), ValueUse.Kind.ADD, null));
                    }
                }
                case SUBTRACT, MULTIPLY, DIVIDE, REMAINDER, AND, OR -> {
                    // most of these fail for texts; "and" and "or" read only whether a value is true
                }
            }
        }
    }

    /** Adds a comparison of values with several literals, of which one must be equal. */
    void addAlternatives(List<Origin> values, List<QueryNode> candidates) {
        if (testDepth == 0 && candidates.stream().allMatch(candidate -> literalValue(candidate) != null)) {
            analyzeAlternatives(() -> {
                candidates.forEach(
                        candidate -> addOperand(QueryOperator.EQUAL, values, List.of(), literalValue(candidate)));
                return Origin.ANY;
            });
        }
    }

    /** Adds a literal text that has letters of another case than the values. */
    private void addCaseMismatch(Origin value, @Nullable Value literal) {
        if (!(value instanceof Origin.ChangedCase changedCase)
                || !(literal instanceof StringValue text)
                || group != 0) {
            return;
        }
        boolean isMismatch = text.string()
                .chars()
                .anyMatch(c -> changedCase.isLower() ? c >= 'A' && c <= 'Z' : c >= 'a' && c <= 'z');
        if (isMismatch) {
            uses.add(new ValueUse.CaseMismatch(changedCase.path(), text.string(), changedCase.isLower()));
        }
    }

    /** Adds a search for a literal text in values, or for values in a literal text. */
    void addTextSearch(Origin value, QueryNode text, ValueUse.MatchPosition position) {
        if (position == ValueUse.MatchPosition.START
                || position == ValueUse.MatchPosition.END
                || position == ValueUse.MatchPosition.ANYWHERE) {
            addCaseMismatch(value, testDepth == 0 ? literalValue(text) : null);
        }
        boolean isCertain = value instanceof Origin.DocumentLocation && testDepth == 0 && group == 0;
        if (isCertain && literalValue(text) instanceof StringValue searchText) {
            uses.add(new ValueUse.TextSearch(((Origin.DocumentLocation) value).path(), searchText.string(), position));
        }
    }

    /** Adds a search by a regular expression, if it is a plain text. */
    void addRegexSearch(Origin value, List<QueryNode> arguments) {
        boolean isPlain = literalValue(arguments.get(0)) instanceof StringValue regex
                && LITERAL_REGEX.matcher(regex.string()).matches();
        String flags =
                arguments.size() > 1 && literalValue(arguments.get(1)) instanceof StringValue text ? text.string() : "";
        boolean hasOtherFlags = arguments.size() > 1 && !flags.equals("i");
        if (isPlain && !hasOtherFlags) {
            ValueUse.MatchPosition position =
                    flags.isEmpty() ? ValueUse.MatchPosition.ANYWHERE : ValueUse.MatchPosition.ANYWHERE_IN_ANY_CASE;
            addTextSearch(value, arguments.get(0), position);
        }
    }

    /** Adds values that are summed. */
    void addSum(List<Origin> values) {
        addNumericUse(values, ValueUse.Kind.ADD);
    }

    /** Adds keys by which values are sorted. */
    void addSortKeys(List<Origin> keys) {
        for (Origin key : keys) {
            addNumericUse(key instanceof Origin.NewArray list ? list.items() : List.of(key), ValueUse.Kind.SORT);
        }
    }

    private void addNumericUse(List<Origin> values, ValueUse.Kind kind) {
        for (Origin value : values) {
            if (value instanceof Origin.DocumentLocation location) {
                uses.add(new ValueUse.NumericUse(location.path(), kind, null));
            }
        }
    }

    /** Adds items of a list that are counted, or of which some are selected. Ignores lists inside a record. */
    void addWholeListUse(List<Origin> items, Origin container) {
        boolean isInsideRecord = container instanceof Origin.DocumentLocation location
                && location.path().isInList();
        if (!isInsideRecord) {
            addWholeListUse(items);
        }
    }

    private void addWholeListUse(List<Origin> items) {
        for (Origin item : items) {
            if (item instanceof Origin.DocumentLocation location) {
                uses.add(new ValueUse.WholeListUse(location.path()));
            } else if (item instanceof Origin.NewArray list) {
                addWholeListUse(list.items());
            } else if (item instanceof Origin.NewObject newObject) {
                newObject.members().values().forEach(this::addWholeListUse);
            }
        }
    }

    /** Returns the scalar that a node stands for; null if it is not a literal. */
    private static @Nullable Value literalValue(QueryNode node) {
        if (node instanceof ValueNode.Literal literal) {
            return literal.value() instanceof StringValue || literal.value() instanceof NumberValue
                    ? literal.value()
                    : null;
        }
        if (node instanceof OperatorNode.Negate) {
            return null;
        }
        String name = node instanceof CallNode.Native call ? call.name() : "";
        return switch (name) {
            case "true/0" -> ConstantValue.TRUE;
            case "false/0" -> ConstantValue.FALSE;
            case "null/0" -> ConstantValue.NULL;
            default -> null;
        };
    }
}

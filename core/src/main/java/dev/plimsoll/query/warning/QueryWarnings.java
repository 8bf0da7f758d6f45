package dev.plimsoll.query.warning;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.node.Ties;
import dev.plimsoll.query.parse.Parser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects what the expressions of a query do, and finds the sentences that warn of misleading outputs. */
public final class QueryWarnings {

    private static final int MAX_WARNINGS = 4;
    private static final int MAX_SHOWN_NAMES = 4;

    private final Map<String, Slice> documents;
    private final @Nullable DataCut cut;
    private final List<Expression> expressions = new ArrayList<>();

    /** Name of an expression, its uses of values, and its cuts among equal values. */
    private record Expression(String name, Set<ValueUse> uses, List<String> ties) {}

    /** Sentences with the names of the expressions that they are about, in their order. */
    private static final class Sentences {

        private final Map<String, Set<String>> names = new LinkedHashMap<>();

        void add(Expression expression, String sentence) {
            if (!sentence.isEmpty()) {
                names.computeIfAbsent(sentence, unknown -> new LinkedHashSet<>())
                        .add(shortened(expression.name));
            }
        }

        /** Returns the first sentences, each after the names of its expressions. */
        List<String> first(int count) {
            return names.entrySet().stream()
                    .limit(count)
                    .map(entry -> withNames(entry.getKey(), List.copyOf(entry.getValue())))
                    .toList();
        }

        private static String withNames(String sentence, List<String> names) {
            if (names.get(0).isEmpty()) {
                return sentence;
            }
            String more = names.size() > MAX_SHOWN_NAMES ? ", …: " : ": ";
            return String.join(", ", names.subList(0, Math.min(names.size(), MAX_SHOWN_NAMES))) + more + sentence;
        }
    }

    /**
     * Creates a collection.
     *
     * @param documents JSON documents by the variables that hold them; {@code .} has the empty name
     * @param cut data that the server left out; null if nothing is known
     */
    public QueryWarnings(Map<String, Slice> documents, @Nullable DataCut cut) {
        this.documents = Map.copyOf(documents);
        this.cut = cut;
    }

    /** Adds an expression after its run; the name is empty if it is the only one. */
    public void add(String name, Parser.Parsed expression, List<String> variables, Ties cuts) {
        List<String> ties = cuts.list().stream()
                .map(tie -> TieSentence.of(tie, expression.positions()))
                .toList();
        expressions.add(new Expression(name, OriginAnalysis.of(expression.node(), variables), ties));
    }

    /** Returns the warnings, the gravest first; only a few. */
    public List<String> find() {
        Sentences warnings = new Sentences();
        try {
            DocumentValues facts = new DocumentValues(documents);
            expressions.forEach(expression -> addMissingFields(expression, facts, warnings));
            expressions.forEach(expression -> addValues(expression, facts, warnings));
        } catch (RefusedException tooLarge) {
            // the outputs are right without a warning
        }
        expressions.forEach(expression -> expression.ties.forEach(tie -> warnings.add(expression, tie)));
        if (cut != null) {
            addCut(cut, warnings);
        }
        return warnings.first(MAX_WARNINGS);
    }

    private void addCut(DataCut known, Sentences warnings) {
        expressions.stream()
                .filter(expression -> expression.uses.stream().anyMatch(use -> countsPartOf(use, known)))
                .forEach(expression -> warnings.add(expression, known.sentence()));
    }

    private static boolean countsPartOf(ValueUse use, DataCut cut) {
        return use instanceof ValueUse.Count count
                && count.path().variable().isEmpty()
                && count.path().steps().size() > cut.list().size()
                && count.path().startsWith(cut.list());
    }

    private static void addMissingFields(Expression expression, DocumentValues facts, Sentences warnings) {
        for (ValueUse use : expression.uses) {
            if (!(use instanceof ValueUse.Field field)
                    || facts.hasName(field.path().variable(), field.name())) {
                continue;
            }
            Set<String> known = facts.names(field.path());
            if (!known.isEmpty() && !known.contains(field.name())) {
                String owner = field.path().isInList() ? "no record has " : "there is no ";
                warnings.add(expression, owner + "\"" + shortened(field.name()) + "\"; " + hint(field.name(), known));
            }
        }
    }

    private static String hint(String name, Set<String> known) {
        List<String> similar = NameSuggestions.similarNames(name, known, 1);
        if (!similar.isEmpty()) {
            return "did you mean \"" + similar.get(0) + "\"?";
        }
        List<String> shown =
                known.stream().limit(8).map(QueryWarnings::shortened).toList();
        return "there is " + String.join(", ", shown) + (known.size() > shown.size() ? ", …" : "");
    }

    private static void addValues(Expression expression, DocumentValues facts, Sentences warnings) {
        for (ValueUse use : expression.uses) {
            if (use instanceof ValueUse.Arithmetic arithmetic && facts.beginsWithNumericText(use.path())) {
                warnings.add(expression, ValueSentences.ofText(arithmetic, facts.values(use.path())));
            } else if (use instanceof ValueUse.Equality equality) {
                warnings.add(expression, equality(expression, equality, facts));
            } else if (use instanceof ValueUse.OtherCase otherCase) {
                warnings.add(expression, ValueSentences.ofCase(otherCase));
            } else if (use instanceof ValueUse.Inside inside && !facts.hasText(inside)) {
                warnings.add(expression, ValueSentences.ofInside(inside, facts.values(use.path())));
            }
        }
    }

    private static String equality(Expression expression, ValueUse.Equality use, DocumentValues facts) {
        if (facts.contains(use.path(), use.literal())) {
            return "";
        }
        boolean isOneOfMany = use.group() > 0
                && expression.uses.stream()
                        .anyMatch(other -> other instanceof ValueUse.Equality one
                                && one.group() == use.group()
                                && one.path().equals(use.path())
                                && facts.contains(use.path(), one.literal()));
        return isOneOfMany ? "" : ValueSentences.ofValue(use, facts.values(use.path()));
    }

    private static String shortened(String name) {
        return name.length() <= 40 ? name : name.substring(0, 39) + "…";
    }
}

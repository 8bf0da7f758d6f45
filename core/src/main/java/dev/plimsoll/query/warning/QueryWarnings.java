package dev.plimsoll.query.warning;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.node.Ties;
import dev.plimsoll.query.parse.Parser;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects what the expressions of a query do, and finds the sentences that warn of misleading outputs. */
public final class QueryWarnings {

    private static final int MAX_WARNINGS = 4;

    private final Map<String, Slice> documents;
    private final @Nullable DataCut cut;
    private final Set<ValueUse> uses = new LinkedHashSet<>();
    private final List<String> ties = new ArrayList<>();

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

    /** Adds an expression after its run. */
    public void add(Parser.Parsed expression, List<String> variables, Ties cuts) {
        uses.addAll(OriginAnalysis.of(expression.node(), variables));
        cuts.list().forEach(tie -> ties.add(TieSentence.of(tie, expression.positions())));
    }

    /** Returns the warnings, the gravest first; only a few. */
    public List<String> find() {
        Set<String> warnings = new LinkedHashSet<>();
        try {
            DocumentValues facts = new DocumentValues(documents);
            addMissingFields(facts, warnings);
            addValues(facts, warnings);
        } catch (RefusedException tooLarge) {
            // the outputs are right without a warning
        }
        ties.stream().filter(tie -> !tie.isEmpty()).forEach(warnings::add);
        DataCut known = cut;
        if (known != null && uses.stream().anyMatch(use -> countsPartOf(use, known))) {
            warnings.add(known.sentence());
        }
        return warnings.stream().limit(MAX_WARNINGS).toList();
    }

    private static boolean countsPartOf(ValueUse use, DataCut cut) {
        return use instanceof ValueUse.Count count
                && count.path().variable().isEmpty()
                && count.path().steps().size() > cut.list().size()
                && count.path().startsWith(cut.list());
    }

    private void addMissingFields(DocumentValues facts, Set<String> warnings) {
        for (ValueUse use : uses) {
            if (!(use instanceof ValueUse.Field field)
                    || facts.hasName(field.path().variable(), field.name())) {
                continue;
            }
            Set<String> known = facts.names(field.path());
            if (!known.isEmpty() && !known.contains(field.name())) {
                String owner = field.path().isInList() ? "no record has " : "there is no ";
                warnings.add(owner + "\"" + shortened(field.name()) + "\"; " + hint(field.name(), known));
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

    private void addValues(DocumentValues facts, Set<String> warnings) {
        for (ValueUse use : uses) {
            String warning = use instanceof ValueUse.Arithmetic arithmetic && facts.beginsWithNumericText(use.path())
                    ? ValueSentences.ofText(arithmetic, facts.values(use.path()))
                    : use instanceof ValueUse.Equality equality ? equality(equality, facts) : "";
            if (!warning.isEmpty()) {
                warnings.add(warning);
            }
        }
    }

    private String equality(ValueUse.Equality use, DocumentValues facts) {
        if (facts.contains(use.path(), use.literal())) {
            return "";
        }
        boolean isOneOfMany = use.group() > 0
                && uses.stream()
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

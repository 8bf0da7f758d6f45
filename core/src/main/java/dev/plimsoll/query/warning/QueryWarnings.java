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

/** Collects the uses of values in the expressions of a query, and finds sentences that warn of misleading outputs. */
public final class QueryWarnings {

    private static final int MAX_WARNINGS = 4;
    private static final int MAX_SHOWN_NAMES = 4;

    private final Map<String, Slice> documents;
    private final @Nullable ServerTruncation truncation;
    private final List<Expression> expressions = new ArrayList<>();

    /** Name of an expression, its uses of values, and the sentences about its ties. */
    private record Expression(String name, Set<ValueUse> uses, List<String> tieSentences) {}

    /** Sentences with the names of the expressions that they are about, in their order. */
    private static final class Sentences {

        private final Map<String, Set<String>> names = new LinkedHashMap<>();

        void add(Expression expression, String sentence) {
            if (!sentence.isEmpty()) {
                names.computeIfAbsent(sentence, unknown -> new LinkedHashSet<>())
                        .add(shorten(expression.name));
            }
        }

        /** Returns the first sentences, each after the names of its expressions. */
        List<String> firstSentences(int count) {
            return names.entrySet().stream()
                    .limit(count)
                    .map(entry -> prefixNames(entry.getKey(), List.copyOf(entry.getValue())))
                    .toList();
        }

        private static String prefixNames(String sentence, List<String> names) {
            if (names.get(0).isEmpty()) {
                return sentence;
            }
            String separator = names.size() > MAX_SHOWN_NAMES ? ", …: " : ": ";
            return String.join(", ", names.subList(0, Math.min(names.size(), MAX_SHOWN_NAMES))) + separator + sentence;
        }
    }

    /**
     * Creates a collection.
     *
     * @param documents JSON documents by the variables that hold them; {@code .} has the empty name
     * @param truncation list that the server truncated; null if nothing is known
     */
    public QueryWarnings(Map<String, Slice> documents, @Nullable ServerTruncation truncation) {
        this.documents = Map.copyOf(documents);
        this.truncation = truncation;
    }

    /** Adds an expression after its run; the name is empty if it is the only one. */
    public void add(String name, Parser.Parsed expression, List<String> variables, Ties ties) {
        List<String> tieSentences = ties.list().stream()
                .map(tie -> TieSentence.create(tie, expression.positions()))
                .toList();
        expressions.add(new Expression(name, OriginAnalysis.findUses(expression.node(), variables), tieSentences));
    }

    /** Returns the most serious warnings, at most four. */
    public List<String> find() {
        Sentences warnings = new Sentences();
        try {
            DocumentValues documentValues = new DocumentValues(documents);
            expressions.forEach(expression -> addFieldWarnings(expression, documentValues, warnings));
            expressions.forEach(expression -> addValueWarnings(expression, documentValues, warnings));
        } catch (RefusedException tooLarge) {
            // the outputs are correct without warnings
        }
        expressions.forEach(
                expression -> expression.tieSentences.forEach(sentence -> warnings.add(expression, sentence)));
        if (truncation != null) {
            addTruncationWarnings(truncation, warnings);
        }
        return warnings.firstSentences(MAX_WARNINGS);
    }

    private void addTruncationWarnings(ServerTruncation serverTruncation, Sentences warnings) {
        expressions.stream()
                .filter(expression ->
                        expression.uses.stream().anyMatch(use -> isUseOfTruncatedList(use, serverTruncation)))
                .forEach(expression -> warnings.add(expression, serverTruncation.sentence()));
    }

    private static boolean isUseOfTruncatedList(ValueUse use, ServerTruncation truncation) {
        return use instanceof ValueUse.WholeListUse listUse
                && listUse.path().variable().isEmpty()
                && listUse.path().steps().size() > truncation.path().size()
                && listUse.path().startsWith(truncation.path());
    }

    private static void addFieldWarnings(Expression expression, DocumentValues documentValues, Sentences warnings) {
        for (ValueUse use : expression.uses) {
            if (!(use instanceof ValueUse.Field field)
                    || documentValues.canContainName(field.path().variable(), field.name())) {
                continue;
            }
            Set<String> fieldNames = documentValues.fieldNames(field.path());
            if (!fieldNames.isEmpty() && !fieldNames.contains(field.name())) {
                String beginning = field.path().isInList() ? "no record has " : "there is no ";
                warnings.add(
                        expression,
                        beginning + "\"" + shorten(field.name()) + "\"; " + suggestField(field.name(), fieldNames));
            }
        }
    }

    private static String suggestField(String name, Set<String> fieldNames) {
        List<String> similar = NameSuggestions.similarNames(name, fieldNames, 1);
        if (!similar.isEmpty()) {
            return "did you mean \"" + similar.get(0) + "\"?";
        }
        List<String> shownNames =
                fieldNames.stream().limit(8).map(QueryWarnings::shorten).toList();
        return "there is " + String.join(", ", shownNames) + (fieldNames.size() > shownNames.size() ? ", …" : "");
    }

    private static void addValueWarnings(Expression expression, DocumentValues documentValues, Sentences warnings) {
        for (ValueUse use : expression.uses) {
            if (use instanceof ValueUse.NumericUse numericUse && documentValues.hasNumericText(use.path())) {
                warnings.add(expression, ValueSentences.textAsNumber(numericUse, documentValues.values(use.path())));
            } else if (use instanceof ValueUse.Equality equality) {
                warnings.add(expression, equalitySentence(expression, equality, documentValues));
            } else if (use instanceof ValueUse.CaseMismatch mismatch) {
                warnings.add(expression, ValueSentences.wrongCase(mismatch));
            } else if (use instanceof ValueUse.TextSearch search && !documentValues.hasMatch(search)) {
                warnings.add(expression, ValueSentences.missingText(search, documentValues.values(use.path())));
            }
        }
    }

    private static String equalitySentence(
            Expression expression, ValueUse.Equality use, DocumentValues documentValues) {
        if (documentValues.containsValue(use.path(), use.literal())) {
            return "";
        }
        boolean isOneOfMany = use.group() > 0
                && expression.uses.stream()
                        .anyMatch(other -> other instanceof ValueUse.Equality otherEquality
                                && otherEquality.group() == use.group()
                                && otherEquality.path().equals(use.path())
                                && documentValues.containsValue(use.path(), otherEquality.literal()));
        return isOneOfMany ? "" : ValueSentences.missingValue(use, documentValues.values(use.path()));
    }

    private static String shorten(String name) {
        return name.length() <= 40 ? name : name.substring(0, 39) + "…";
    }
}

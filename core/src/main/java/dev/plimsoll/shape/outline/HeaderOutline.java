package dev.plimsoll.shape.outline;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.item.TextSections;
import dev.plimsoll.shape.outline.contents.ContentsOutline;
import dev.plimsoll.shape.outline.statistics.ListStatistics;
import dev.plimsoll.shape.outline.statistics.ObjectStatistics;
import dev.plimsoll.shape.outline.statistics.ValueStatistics;
import dev.plimsoll.shape.outline.text.LogOutline;
import dev.plimsoll.shape.outline.text.TextOutline;
import dev.plimsoll.tokens.Estimator;
import dev.plimsoll.tokens.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outline in the header of a first page: a short description of all items, two levels deep. The names of fields
 * come first, then their types and the names inside them, then ranges and values, as far as the tokens allow.
 */
public final class HeaderOutline {

    private static final int MAX_TOKENS = 400;

    // an outline takes at most 1/divisor of the budget of the policy, of a page, or of a look
    private static final int POLICY_DIVISOR = 10;
    private static final int PAGE_DIVISOR = 4;
    private static final int LOOK_DIVISOR = 5;

    /** Maximum bytes for each token of a table of contents. */
    private static final int BYTES_PER_TOKEN = 8;

    /** A summary has an outline if its object has at least this many times the tokens of the budget. */
    private static final int MIN_BUDGETS = 4;

    /** The fields inside one field get at most 1/{@code NESTED_DIVISOR} of the tokens. */
    private static final int NESTED_DIVISOR = 2;

    private static final int MAX_NESTED_FIELDS = 40;

    private final TokenCounter counter;
    private final long parentCount;
    private final List<FieldEntry> entries = new ArrayList<>();
    private final int unnamedCount;
    private @Nullable Slice itemsEntry;
    private final Slice surroundingLines;
    private int tokensLeft;
    private int droppedFields;

    private HeaderOutline(
            ValueStatistics items, boolean areMembers, Slice surroundingLines, TokenCounter counter, int maxTokens) {
        this.counter = counter;
        int surroundingTokens = surroundingLines.isEmpty() ? 0 : counter.count(surroundingLines) + 1;
        boolean hasSurrounding = 2 * surroundingTokens <= maxTokens;
        this.surroundingLines = hasSurrounding ? surroundingLines : Slice.of("");
        // two tokens are for the braces
        this.tokensLeft = maxTokens - 2 - (hasSurrounding ? surroundingTokens : 0);
        ObjectStatistics objects = items.objects();
        ValueStatistics members = objects == null ? null : objects.members();
        ObjectStatistics shownObjects = members == null ? objects : members.objects();
        boolean hasNamedFields = shownObjects != null && shownObjects.members() == null;
        this.parentCount = members == null ? items.countOf(JsonType.OBJECT) : members.countOf(JsonType.OBJECT);
        this.unnamedCount = shownObjects == null || !hasNamedFields ? 0 : shownObjects.unnamed();
        if (members != null || OutlinePhrase.hasSeveralTypes(items) || items.countOf(JsonType.OBJECT) == 0) {
            addItemsEntry(areMembers ? "(map)" : "(items)", items, members != null && hasNamedFields);
        }
        if (shownObjects != null && hasNamedFields) {
            shownObjects.fields().forEach(field -> entries.add(new FieldEntry(field, parentCount, counter)));
        }
    }

    /**
     * Returns the outline of the items of a page; null if there is none, or not even names fit.
     *
     * @param maxHeaderTokens tokens that the header can hold
     */
    public static @Nullable AnswerDraft of(
            ItemSequence itemSequence, IndexedResult indexedResult, ShapeTask shapeTask, int maxHeaderTokens) {
        int maxTokens = Math.min(maxHeaderTokens, maxTokens(shapeTask));
        if (itemSequence.sourceType() == JsonType.OBJECT) {
            return shapeTask.target().isOfType(JsonType.OBJECT)
                    ? draft(ListStatistics.ofPart(shapeTask.target(), indexedResult), true, "", shapeTask, maxTokens)
                    : null;
        }
        ListStatistics list = ListStatistics.of(itemSequence, indexedResult);
        return draft(list.items(), false, sample(list, itemSequence), shapeTask, maxTokens);
    }

    /**
     * Returns the outline of an object that is shown as a summary; null if it is not an object, or so small that the
     * summary shows most of it.
     */
    public static @Nullable AnswerDraft ofObject(IndexedResult indexedResult, ShapeTask shapeTask) {
        long budgets = shapeTask.facts().tokens() / shapeTask.budget().tokens();
        return budgets >= MIN_BUDGETS && shapeTask.target().isOfType(JsonType.OBJECT)
                ? draft(
                        ListStatistics.ofPart(shapeTask.target(), indexedResult),
                        true,
                        "",
                        shapeTask,
                        maxTokens(shapeTask))
                : null;
    }

    /** Writes the outline of a log if it has times, levels, or sources, and some of them fit. */
    public static void writeLog(
            Slice text, LineIndex lines, IndexedResult indexedResult, ShapeTask shapeTask, AnswerDraft out) {
        log(text, lines, indexedResult).writeShortTo(out, maxTokens(shapeTask));
    }

    private static LogOutline log(Slice text, LineIndex lines, IndexedResult indexedResult) {
        DocumentPart part = new DocumentPart(text, false, JsonPointer.root());
        return indexedResult.getOrCompute(
                part, LogOutline.class, () -> LogOutline.of(text, lines, indexedResult.parallelRunner()));
    }

    /** Returns a query over the errors in a log; empty if the log has no errors to query. */
    public static String logQuery(Slice text, LineIndex lines, IndexedResult indexedResult) {
        return log(text, lines, indexedResult).errorQuery();
    }

    /**
     * Writes the outline of a text for a look: a table of contents or, for a text without sections, its kind
     * and size.
     *
     * @param maxTokens maximum tokens
     */
    public static void writeText(
            Slice text, LineIndex lines, IndexedResult indexedResult, int maxTokens, AnswerDraft out) {
        DocumentPart part = new DocumentPart(text, false, JsonPointer.root());
        TextSections sections = indexedResult.sections();
        ContentsOutline contents = ContentsOutline.of(part, sections.tableOfContents(text), sections.tables(part));
        int entryTokens = maxTokens - ContentsOutline.END_TOKENS;
        if (contents == null) {
            TextOutline.of(text, lines, indexedResult.textType(text)).writeTo(out, 0);
        } else if (entryTokens > 0) {
            contents.writeTo(out, new Budget(entryTokens, entryTokens * BYTES_PER_TOKEN));
        }
    }

    private static int maxTokens(ShapeTask shapeTask) {
        int policyTokens = shapeTask.policy().get(Policy.TOKEN_BUDGET_THRESHOLD) / POLICY_DIVISOR;
        int divisor = shapeTask.view().lookTokens() > 0 ? LOOK_DIVISOR : PAGE_DIVISOR;
        return Math.min(
                Math.min(MAX_TOKENS, policyTokens), shapeTask.firstPageBudget().tokens() / divisor);
    }

    private static @Nullable AnswerDraft draft(
            ValueStatistics items, boolean areMembers, String sample, ShapeTask shapeTask, int maxTokens) {
        if (items.count() == 0) {
            return null;
        }
        AnswerDraft out = shapeTask.draft();
        int sampleTokens =
                sample.isEmpty() ? 0 : shapeTask.draft().string(sample).tokens() + 4;
        // a fast estimate chooses what to show; it is rarely below the exact count
        TokenCounter quickCounter = Estimator.CLASSES.fastCounter();
        Slice surroundingLines = SurroundingLines.of(shapeTask.target());
        boolean isWritten = new HeaderOutline(
                        items, areMembers, surroundingLines, quickCounter, maxTokens - sampleTokens)
                .write(out);
        if (isWritten && out.tokens() > maxTokens - sampleTokens) {
            out = shapeTask.draft();
            isWritten = new HeaderOutline(
                            items, areMembers, surroundingLines, quickCounter, (maxTokens - sampleTokens) * 3 / 4)
                    .write(out);
        }
        if (!sample.isEmpty()) {
            out.ascii(",").name("sample").string(sample);
        }
        return isWritten ? out : null;
    }

    private static String sample(ListStatistics list, ItemSequence itemSequence) {
        if (list.isComplete()) {
            return "";
        }
        boolean isFetched = itemSequence.rows() != null;
        boolean isTotalKnown =
                itemSequence.rows() == null || itemSequence.rows().isTotalExact();
        String total = isTotalKnown ? " of " + itemSequence.total((int) list.counted()) : "";
        return (isFetched ? "first " : "") + list.counted() + total + " items";
    }

    /**
     * Adds the description of all items together, with as much detail as fits.
     *
     * @param hasFields whether the fields of the members of a map follow
     */
    private void addItemsEntry(String name, ValueStatistics items, boolean hasFields) {
        List<Slice> phrases = List.of(
                hasFields ? OutlinePhrase.container(items, 0) : OutlinePhrase.details(items, 0, MAX_NESTED_FIELDS),
                OutlinePhrase.shape(items, 0, MAX_NESTED_FIELDS / 4),
                OutlinePhrase.types(items));
        for (Slice phrase : phrases) {
            Slice text = new ByteSink(phrase.length() + 16)
                    .string(name)
                    .ascii(":")
                    .slimString(phrase)
                    .slice();
            if (reserveIfFits(text)) {
                itemsEntry = text;
                return;
            }
        }
    }

    /** Reserves the tokens of a text if enough tokens are left. Returns whether they were reserved. */
    private boolean reserveIfFits(Slice text) {
        int tokens = counter.count(text) + 1;
        if (tokens > tokensLeft) {
            return false;
        }
        tokensLeft -= tokens;
        return true;
    }

    /** Writes the outline. Returns false, and writes nothing, if not even a name fits. */
    private boolean write(AnswerDraft out) {
        chooseShownFields();
        boolean hasNames = entries.stream().anyMatch(FieldEntry::isNamed);
        if (itemsEntry == null && !hasNames) {
            return false;
        }
        if (droppedFields == 0) {
            raise(entries, FieldEntry.Level.SHAPE, 1);
            raise(entries, FieldEntry.Level.NESTED_SHAPES, NESTED_DIVISOR);
            List<FieldEntry> fieldsWithValueLists =
                    entries.stream().filter(FieldEntry::hasValueList).toList();
            raise(fieldsWithValueLists, FieldEntry.Level.DETAILS, 1);
            raise(entries, FieldEntry.Level.DETAILS, 1);
            raise(entries, FieldEntry.Level.NESTED_DETAILS, 1);
            if (entries.size() == 1) {
                // an object around each item, like the edges of GraphQL
                raise(entries, FieldEntry.Level.DEEP_DETAILS, 1);
            }
        }
        out.ascii("{");
        String separator = "";
        if (itemsEntry != null) {
            out.raw(itemsEntry);
            separator = ",";
        }
        ByteSink names = new ByteSink(64);
        for (FieldEntry entry : entries) {
            if (entry.isDescribed()) {
                out.ascii(separator).raw(entry.text());
                separator = ",";
            } else if (entry.isNamed()) {
                names.ascii(names.size() == 0 ? "" : ", ").raw(entry.name());
            }
        }
        if (names.size() > 0) {
            Slice namesText =
                    new ByteSink(names.size() + 2).slimString(names.slice()).slice();
            out.ascii(separator).name("(fields)").raw(namesText);
            separator = ",";
        }
        if (!surroundingLines.isEmpty()) {
            out.ascii(separator).raw(surroundingLines);
            separator = ",";
        }
        writeMore(out, separator);
        out.ascii("}");
        return true;
    }

    private void writeMore(AnswerDraft out, String separator) {
        if (droppedFields > 0 || unnamedCount > 0) {
            String text = (droppedFields > 0 ? droppedFields + " rarer fields" : "")
                    + (droppedFields > 0 && unnamedCount > 0 ? " and " : "")
                    + (unnamedCount > 0 ? unnamedCount + " members with other names" : "");
            out.ascii(separator).name("(more)").string(text);
        }
    }

    /** Chooses the fields that are shown with their types, those that are only named, and those that are dropped. */
    private void chooseShownFields() {
        List<FieldEntry> frequent = new ArrayList<>(entries);
        // no Comparator.comparing, because AOT caches do not store what it returns: 3 ms at the first shaped result
        frequent.sort((first, second) -> Long.compare(second.presentIn(), first.presentIn()));
        int typeTokens = 0;
        int nameTokens = 0;
        for (FieldEntry entry : frequent) {
            typeTokens += entry.tokens(FieldEntry.Level.TYPE);
            nameTokens += entry.tokens(FieldEntry.Level.NAME);
        }
        // tokens of the number of members with other names
        tokensLeft -= unnamedCount > 0 ? 12 : 0;
        if (typeTokens <= tokensLeft) {
            tokensLeft -= typeTokens;
            frequent.forEach(entry -> entry.setLevel(FieldEntry.Level.TYPE));
            return;
        }
        // tokens of "(fields)" and, if not all names fit, of "(more)"
        tokensLeft -= nameTokens <= tokensLeft - 5 ? 5 : 17;
        for (FieldEntry entry : frequent) {
            if (droppedFields == 0 && entry.tokens(FieldEntry.Level.NAME) <= tokensLeft) {
                tokensLeft -= entry.setLevel(FieldEntry.Level.NAME);
            } else {
                droppedFields++;
            }
        }
        for (FieldEntry entry : frequent) {
            int extraTokens = entry.isNamed() ? entry.extraTokens(FieldEntry.Level.TYPE) : Integer.MAX_VALUE;
            if (droppedFields == 0 && extraTokens <= tokensLeft) {
                tokensLeft -= extraTokens;
                entry.setLevel(FieldEntry.Level.TYPE);
            }
        }
    }

    /**
     * Raises described fields to a level, in their order. Each field may take at most 1/{@code shareDivisor} of the
     * tokens that are left before the first field.
     */
    private void raise(List<FieldEntry> raisedEntries, FieldEntry.Level level, int shareDivisor) {
        int limit = tokensLeft / shareDivisor;
        for (FieldEntry entry : raisedEntries) {
            if (entry.isDescribed() && entry.canRaise(level)) {
                int extraTokens = entry.extraTokens(level);
                if (extraTokens <= Math.min(tokensLeft, limit)) {
                    tokensLeft -= extraTokens;
                    entry.setLevel(level);
                }
            }
        }
    }
}

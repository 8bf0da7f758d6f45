package dev.plimsoll.view;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.TextFormatName;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * View of a stored result, divided into one sequence of pages. It contains all settings that decide where pages
 * begin and end, so that a reload of the configuration does not affect follow-up reads of this view.
 *
 * @param blockIndex index of the content block, or {@link #DOCUMENT} or {@link #BLOCKS}
 * @param path JSON Pointer of the part of the document that the view reads
 * @param fields dotted paths of the fields to include per item; empty for all
 * @param firstLine first line in modes lines and find, from 1; 0 for all
 * @param lastLine last line; 0 for the end
 * @param pageSize maximum items on a page
 * @param budget maximum tokens and bytes of a page
 * @param start item index or byte offset where the sequence begins; 0 unless a read changed the page size or budget
 * after page 1
 * @param policy settings for the pages of the view
 * @param searchText search text or query of modes find and query; otherwise empty
 * @param options settings that only some reads use
 */
public record View(
        Mode mode,
        int blockIndex,
        String path,
        List<String> fields,
        int firstLine,
        int lastLine,
        int pageSize,
        Budget budget,
        int start,
        Policy policy,
        String searchText,
        ViewOptions options) {

    /** Value of {@code blockIndex} for the document itself. */
    public static final int DOCUMENT = -1;

    /** Value of {@code blockIndex} for all content blocks as one list. */
    public static final int BLOCKS = -2;

    /** Number of passages on a page of a ranked search, unless a read asks for another number. */
    public static final int PASSAGES = 5;

    public View {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(budget, "budget");
        fields = List.copyOf(fields);
    }

    /** Creates the view for the first answer. */
    public static View forFirstAnswer(Policy policy, Budget budget) {
        return new View(
                Mode.AUTO,
                DOCUMENT,
                "",
                List.of(),
                0,
                0,
                policy.get(Policy.DEFAULT_PAGE_SIZE),
                budget,
                0,
                policy,
                "",
                ViewOptions.NONE);
    }

    /** Returns the first sentence of each answer, which explains the view; may be empty. */
    public String leadSentence() {
        return options.leadSentence();
    }

    /** Returns the maximum tokens of page 1, if it is a look; 0 if page 1 has the budget of the other pages. */
    public int lookTokens() {
        return options.lookTokens();
    }

    /** Returns the format to read texts as: that of the view, or that of the policy; null to recognize it. */
    public @Nullable TextFormatName format() {
        return options.format() == null ? policy.find(Policy.AS) : options.format();
    }

    /** Returns a copy whose page 1 is a look of at most this many tokens. */
    public View withLook(int tokens) {
        return withOptions(options.withLook(tokens));
    }

    /** Returns the maximum tokens and bytes of page 1. */
    public Budget firstBudget() {
        return lookTokens() == 0 ? budget : budget.min(policy.budgetOf(lookTokens()));
    }

    /** Returns the maximum number of items on the page that begins at a position. */
    public int maxItems(Position position) {
        if (mode == Mode.SEARCH && !policy.get(Policy.PAGE_BY_COUNT)) {
            return Math.min(pageSize, PASSAGES);
        }
        boolean isPagedByCount = policy.get(Policy.PAGE_BY_COUNT) || pageSize != policy.get(Policy.DEFAULT_PAGE_SIZE);
        boolean isFirstAnswer = position.isFirstPage() && mode == Mode.AUTO && path.isEmpty() && fields.isEmpty();
        return isPagedByCount || isFirstAnswer ? pageSize : Math.max(pageSize, policy.get(Policy.MAX_PAGE_SIZE));
    }

    /** Returns whether the view reads the original text, even if the text contains JSON data. */
    public boolean isTextView() {
        return mode == Mode.FULL || mode == Mode.LINES || hasLines();
    }

    /** Returns whether the view selects lines, or characters of lines. */
    public boolean hasLines() {
        return firstLine > 0 || !options.ranges().isNone();
    }

    public Position firstPosition() {
        return new Position(start, 1);
    }

    /** Returns a copy in another mode. If the mode changes, lines, search text, and lead sentence are reset. */
    public View withMode(Mode newMode) {
        boolean isSameMode = newMode == mode;
        return new View(
                newMode,
                blockIndex,
                path,
                fields,
                isSameMode ? firstLine : 0,
                isSameMode ? lastLine : 0,
                pageSize,
                budget,
                start,
                policy,
                isSameMode ? searchText : "",
                isSameMode ? options : options.forSameDocument());
    }

    public View withSearch(Mode searchMode, String text) {
        return new View(
                searchMode,
                blockIndex,
                path,
                fields,
                0,
                0,
                pageSize,
                budget,
                start,
                policy,
                text,
                options.forSameDocument());
    }

    public View withBlock(int index) {
        return new View(
                mode, index, "", List.of(), 0, 0, pageSize, budget, 0, policy, searchText, options.forSameDocument());
    }

    public View withPath(String pointer) {
        return new View(
                mode,
                blockIndex,
                pointer,
                fields,
                firstLine,
                lastLine,
                pageSize,
                budget,
                0,
                policy,
                searchText,
                options.withLeadSentence("").withLook(0));
    }

    public View withFields(List<String> names) {
        return new View(
                mode,
                blockIndex,
                path,
                names,
                firstLine,
                lastLine,
                pageSize,
                budget,
                start,
                policy,
                searchText,
                options.withLook(0));
    }

    /** Returns a copy for one range of lines, without other ranges. */
    public View withLines(int first, int last) {
        return new View(
                mode,
                blockIndex,
                path,
                fields,
                first,
                last,
                pageSize,
                budget,
                0,
                policy,
                searchText,
                options.withLeadSentence("").withLook(0).withRanges(TextRanges.NONE));
    }

    public View withOptions(ViewOptions newOptions) {
        return new View(
                mode,
                blockIndex,
                path,
                fields,
                firstLine,
                lastLine,
                pageSize,
                budget,
                start,
                policy,
                searchText,
                newOptions);
    }

    public View withPageSize(int items) {
        return new View(
                mode, blockIndex, path, fields, firstLine, lastLine, items, budget, start, policy, searchText, options);
    }

    /** Returns a copy with the page size of the policy. */
    public View withDefaultPageSize() {
        return withPageSize(policy.get(Policy.DEFAULT_PAGE_SIZE));
    }

    /** Returns a copy with a page size from a read, which applies even if more items would fit the budget. */
    public View withRequestedPageSize(int items) {
        Policy policyByCount = policy.with(Policy.PAGE_BY_COUNT, true);
        return new View(
                mode,
                blockIndex,
                path,
                fields,
                firstLine,
                lastLine,
                items,
                budget,
                start,
                policyByCount,
                searchText,
                options.withLook(0));
    }

    public View withBudget(Budget newBudget) {
        return new View(
                mode,
                blockIndex,
                path,
                fields,
                firstLine,
                lastLine,
                pageSize,
                newBudget,
                start,
                policy,
                searchText,
                options.withLook(0));
    }

    /**
     * Returns a copy that has the limits of another policy, begins at an offset, and begins each answer with a
     * sentence.
     */
    public View withLimits(Policy lowerPolicy, int tokens, int offset, String sentence) {
        String ownSentence = options.leadSentence();
        String leadText =
                ownSentence.isEmpty() || ownSentence.startsWith(sentence) ? sentence : sentence + " " + ownSentence;
        Budget lowerBudget = lowerPolicy.budgetOf(Math.min(budget.tokens(), tokens));
        return new View(
                mode,
                blockIndex,
                path,
                fields,
                firstLine,
                lastLine,
                pageSize,
                lowerBudget,
                offset,
                lowerPolicy,
                searchText,
                options.withLeadSentence(leadText));
    }

    /** Returns a copy whose answers begin with this sentence. Copies that select other data drop the sentence. */
    public View withLeadSentence(String sentence) {
        return withOptions(options.withLeadSentence(sentence));
    }

    public View withStart(int offset) {
        return new View(
                mode,
                blockIndex,
                path,
                fields,
                firstLine,
                lastLine,
                pageSize,
                budget,
                offset,
                policy,
                searchText,
                options);
    }

    /** Encodes the view into bytes that are stored with the snapshot. Equal views have equal bytes. */
    public Slice encode() {
        ByteSink out = new ByteSink(256).ascii("[").string(mode.name());
        out.ascii(",").number(blockIndex).ascii(",").string(path).ascii(",[");
        for (int i = 0; i < fields.size(); i++) {
            out.ascii(i == 0 ? "" : ",").string(fields.get(i));
        }
        out.ascii("]");
        for (long number : new long[] {firstLine, lastLine, pageSize, budget.tokens(), budget.bytes(), start}) {
            out.ascii(",").number(number);
        }
        out.ascii(",{");
        int policyStart = out.size();
        // stored queries are not needed: a view has the text of its query, and a read looks up names in the current
        // policy
        policy.with(Policy.QUERIES, null)
                .forEachSet((name, value) -> out.ascii(out.size() == policyStart ? "" : ",")
                        .string(name)
                        .ascii(":")
                        .string(value));
        out.ascii("},").string(searchText);
        // without options, the bytes stay those of earlier versions
        if (!options.leadSentence().isEmpty() || options.hasSettings()) {
            out.ascii(",").string(options.leadSentence());
        }
        return (options.hasSettings() ? out.ascii(",").raw(options.encode()) : out)
                .ascii("]")
                .slice();
    }

    /** Decodes bytes from {@link #encode}. */
    public static View decode(Slice bytes) {
        ItemIndex items = ItemIndex.of(bytes);
        ItemIndex fieldNames = ItemIndex.of(items.item(3));
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < fieldNames.count(); i++) {
            fields.add(text(fieldNames.item(i)));
        }
        Policy policy = Policy.defaults();
        Members policyMembers = Members.of(items.item(10));
        while (policyMembers.next()) {
            policy = policy.withText(policyMembers.keyText(), text(policyMembers.value()));
        }
        return new View(
                Mode.valueOf(text(items.item(0))),
                number(items, 1),
                text(items.item(2)),
                fields,
                number(items, 4),
                number(items, 5),
                number(items, 6),
                new Budget(number(items, 7), number(items, 8)),
                number(items, 9),
                policy,
                textAt(items, 11),
                (items.count() > 13 ? ViewOptions.decode(items.item(13)) : ViewOptions.NONE)
                        .withLeadSentence(textAt(items, 12)));
    }

    private static String textAt(ItemIndex items, int index) {
        return items.count() > index ? text(items.item(index)) : "";
    }

    private static int number(ItemIndex items, int index) {
        return Integer.parseInt(items.item(index).utf8());
    }

    private static String text(Slice string) {
        return JsonText.unescapeToString(Json.stringInside(string));
    }
}

package dev.plimsoll.shape.outline.contents;

import dev.plimsoll.policy.Budget;
import dev.plimsoll.section.Headings;
import dev.plimsoll.section.LineSpan;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.tokens.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** Selects the entries of a table of contents that fit a budget. */
final class OutlineEntries {

    /** Levels of headings; each is shown as a whole if it fits. */
    private static final int LEVELS = 6;

    private static final int MAX_TITLE_LENGTH = 80;

    /**
     * If headings have used less than 1/4 of the budget, the first headings of the next level are added, even if not
     * all fit.
     */
    private static final int LITTLE_USE_DIVISOR = 4;

    private final TokenCounter counter;
    private long tokensLeft;
    private long bytesLeft;

    OutlineEntries(TokenCounter counter, Budget budget) {
        this.counter = counter;
        this.tokensLeft = budget.tokens();
        this.bytesLeft = budget.bytes();
    }

    /**
     * Subtracts the tokens and bytes of an entry from what is left. Returns false, and subtracts nothing, if it does
     * not fit.
     */
    private boolean take(String entry) {
        AnswerDraft entryDraft = new AnswerDraft(counter).string(entry).ascii(",");
        if (entryDraft.tokens() > tokensLeft || entryDraft.bytes() > bytesLeft) {
            return false;
        }
        tokensLeft -= entryDraft.tokens();
        bytesLeft -= entryDraft.bytes();
        return true;
    }

    /**
     * Returns the first entries that fit.
     *
     * @param divisor the entries may take 1/{@code divisor} of the tokens that are left
     */
    List<String> first(List<String> entries, int divisor) {
        List<String> selected = new ArrayList<>();
        long reservedTokens = tokensLeft - tokensLeft / divisor;
        tokensLeft -= reservedTokens;
        for (String entry : entries) {
            if (!take(entry)) {
                break;
            }
            selected.add(entry);
        }
        tokensLeft += reservedTokens;
        return selected;
    }

    /** The headings of a section, by level from the top. */
    final class ByLevel {

        private final Headings headings;
        private final LineSpan span;
        private final IntFunction<String> reference;
        private final TreeMap<Integer, String> shown = new TreeMap<>();
        private final long tokensAtStart = tokensLeft;
        private final String memberName;
        private int nextLevel = 1;
        private long usedTokens;

        /** Creates an empty selection; {@code reference} returns the reference of a heading with a space before it. */
        ByLevel(Headings headings, LineSpan span, IntFunction<String> reference) {
            this("headings", headings, span, reference);
        }

        /** Creates an empty selection that is written as a member with the given name. */
        ByLevel(String memberName, Headings headings, LineSpan span, IntFunction<String> reference) {
            this.memberName = memberName;
            this.headings = headings;
            this.span = span;
            this.reference = reference;
        }

        /**
         * Adds the headings of each level down to {@code lastLevel}, as long as whole levels fit. If the
         * headings have used little of the budget by then, also adds the first headings of the level that
         * does not fit.
         *
         * @param divisor the headings may take 1/{@code divisor} of the tokens that are left
         */
        void addLevels(int lastLevel, int divisor) {
            long reservedTokens = tokensLeft - tokensLeft / divisor;
            tokensLeft -= reservedTokens;
            while (nextLevel <= Math.min(lastLevel, LEVELS)) {
                long tokensBefore = tokensLeft;
                long bytesBefore = bytesLeft;
                TreeMap<Integer, String> levelEntries = new TreeMap<>();
                boolean isWhole = takeLevel(nextLevel, levelEntries);
                if (isWhole || LITTLE_USE_DIVISOR * usedTokens < tokensAtStart) {
                    shown.putAll(levelEntries);
                } else {
                    tokensLeft = tokensBefore;
                    bytesLeft = bytesBefore;
                }
                usedTokens += tokensBefore - tokensLeft;
                nextLevel = isWhole ? nextLevel + 1 : LEVELS + 1;
            }
            tokensLeft += reservedTokens;
        }

        private boolean takeLevel(int level, Map<Integer, String> levelEntries) {
            for (int i = headings.firstAtOrAfter(span.first()); i < end(); i++) {
                if (headings.level(i) == level) {
                    String entry = entry(i);
                    if (!take(entry)) {
                        return false;
                    }
                    levelEntries.put(i, entry);
                }
            }
            return true;
        }

        private int end() {
            return headings.firstAtOrAfter(span.end());
        }

        /** Returns number, level, title, reference, and lines of a heading: {@code 14 ## Limits 335-337}. */
        private String entry(int heading) {
            String title = headings.title(heading);
            String marks = memberName.equals(PartOutline.FILES) ? "" : "#".repeat(headings.level(heading)) + " ";
            return (heading + 1) + " " + marks + shortened(title) + reference.apply(heading) + " "
                    + headings.span(heading);
        }

        int count() {
            return end() - headings.firstAtOrAfter(span.first());
        }

        /** Writes the member with the entries, and the number of entries that are not shown. */
        void writeTo(AnswerDraft out) {
            writeList(out, memberName, List.copyOf(shown.values()));
            if (shown.size() < count()) {
                out.member(memberName + "NotShown").number(count() - shown.size());
            }
        }
    }

    static String shortened(String title) {
        if (title.length() <= MAX_TITLE_LENGTH) {
            return title;
        }
        boolean isPairCut = Character.isHighSurrogate(title.charAt(MAX_TITLE_LENGTH - 1));
        return title.substring(0, isPairCut ? MAX_TITLE_LENGTH - 1 : MAX_TITLE_LENGTH) + "…";
    }

    /** Writes a member with a list of texts; nothing if the list is empty. */
    static void writeList(AnswerDraft out, String name, List<String> entries) {
        if (!entries.isEmpty()) {
            out.member(name).strings(entries);
        }
    }

    /**
     * Begins the object that describes a text: type, kind, lines, and characters. Writes the number of lines or, for a
     * section, the range of its lines in the text.
     */
    static void beginDescription(AnswerDraft out, String kind, LineSpan span, boolean isSection, int characters) {
        out.ascii("{").member("type").string("text").member("kind").string(kind).member("lines");
        if (isSection) {
            out.string(span.toString());
        } else {
            out.number(span.count());
        }
        out.member("characters").number(characters);
    }
}

package dev.plimsoll;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.View;
import java.util.List;

/** View that the arguments of a follow-up read select, based on the view and position of its cursor. */
record ViewChange(View view, Position position) {

    /**
     * Applies the arguments to a view. Throws {@link RefusedException} that names the argument with a value that is not
     * allowed.
     */
    static ViewChange of(View view, Position at, ReadArguments asked, Policy now) {
        View changed = applyLimits(selectPart(view, asked), asked, now);
        if (changed.equals(view)) {
            return asked.page() > 0 ? new ViewChange(view.withStart(0), Position.FIRST) : new ViewChange(view, at);
        }
        boolean samePart = changed.path().equals(view.path())
                && changed.mode() == view.mode()
                && changed.firstLine() == view.firstLine()
                && changed.lastLine() == view.lastLine()
                && changed.fields().equals(view.fields())
                && changed.searchText().equals(view.searchText());
        // another page size or budget continues at the same position; a view of something else starts at its beginning
        boolean goesOn = samePart && asked.page() == 0;
        View begun = changed.withStart(goesOn ? at.start() : 0);
        return new ViewChange(begun, begun.firstPosition());
    }

    /** Returns a change whose answers begin with the sentence; with no sentence if it is empty. */
    ViewChange withLeadSentence(String sentence) {
        return sentence.isEmpty() ? this : new ViewChange(view.withLeadSentence(sentence), position);
    }

    private static View selectPart(View view, ReadArguments asked) {
        View changed = view;
        Mode mode = asked.mode();
        String path = asked.path();
        if (path != null && !path.equals(view.path())) {
            changed = changed.withPath(path).withMode(Mode.AUTO);
        }
        if (mode != null) {
            changed = changed.withMode(mode);
        }
        if (asked.find() == null && (asked.startLine() > 0 || asked.endLine() > 0)) {
            View lines = mode == Mode.FIND ? changed : changed.withMode(Mode.LINES);
            changed = lines.withLines(Math.max(1, asked.startLine()), asked.endLine());
        }
        changed = applySearch(changed, asked);
        if (!asked.fields().isEmpty()) {
            changed = changed.withFields(asked.fields());
        }
        if (mode == Mode.FILTERED && changed.fields().isEmpty()) {
            throw new RefusedException(ErrorCode.INVALID_REQUEST, "mode filtered needs fields", "fields: \"id,name\"")
                    .detail("argument", "fields");
        }
        return changed;
    }

    /**
     * Applies {@code find} or {@code query}, which set the mode. A mode without text searches for the text of the
     * cursor's view.
     */
    private static View applySearch(View view, ReadArguments asked) {
        String find = asked.find();
        String query = asked.query();
        String sought = find == null ? query : find;
        if (find != null && query != null) {
            throw refusal("query", "query cannot be used with find", "query alone, or with path");
        }
        if (sought != null) {
            Mode mode = find == null ? Mode.QUERY : Mode.FIND;
            requireAlone(asked, mode);
            View searching = view.withSearch(mode, sought);
            boolean ranged = asked.startLine() > 0 || asked.endLine() > 0;
            View within = ranged ? searching.withLines(Math.max(1, asked.startLine()), asked.endLine()) : searching;
            return applySearch(within, asked.fields());
        }
        boolean seeks = view.mode() == Mode.FIND || view.mode() == Mode.QUERY;
        if (seeks && view.searchText().isEmpty()) {
            String word = view.mode().wireName();
            throw refusal(word, "mode " + word + " needs " + word, word + ": \"…\"");
        }
        return applySearch(view, asked.fields());
    }

    private static View applySearch(View view, List<String> fields) {
        if (view.mode() == Mode.QUERY && !fields.isEmpty()) {
            throw refusal("fields", "fields cannot be used with query", "choose the fields in the query: {id, name}");
        }
        return view;
    }

    private static void requireAlone(ReadArguments asked, Mode mode) {
        String word = mode.wireName();
        if (asked.mode() != null && asked.mode() != mode) {
            throw refusal(
                    word, word + " cannot be used with mode " + asked.mode().wireName(), word + " without mode");
        }
        if (mode == Mode.QUERY && (asked.startLine() > 0 || asked.endLine() > 0)) {
            throw refusal(word, word + " cannot be used with start_line or end_line", word + " alone, or with path");
        }
    }

    private static RefusedException refusal(String argument, String message, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, suggestion).detail("argument", argument);
    }

    private static View applyLimits(View view, ReadArguments asked, Policy now) {
        View changed = view;
        if (asked.pageSize() > 0) {
            requireAtMost(asked.pageSizeName(), asked.pageSize(), now.get(Policy.MAX_PAGE_SIZE));
            changed = changed.withRequestedPageSize(asked.pageSize());
        }
        if (asked.maxTokens() > 0) {
            requireAtMost("max_tokens", asked.maxTokens(), now.get(Policy.MAX_TOKEN_BUDGET));
            changed = changed.withBudget(now.budgetOf(asked.maxTokens()));
        }
        return changed;
    }

    private static void requireAtMost(String name, int value, int most) {
        if (value > most) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST, name + " exceeds maximum of " + most, name + ": " + most)
                    .detail("argument", name)
                    .detail("value", Integer.toString(value))
                    .detail("allowed", "1 to " + most);
        }
    }
}

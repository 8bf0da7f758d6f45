package dev.plimsoll.shape.item.find;

import dev.plimsoll.view.MatchContext;

/**
 * Lines or items around one match. Each line or item is shown only once: not again if it was shown with the previous match, and not if
 * it is a match itself.
 *
 * @param beforeFrom the first line or item shown before the match
 * @param at the line or item of the match
 * @param afterEnd the end (exclusive) of the lines or items shown after the match
 */
record MatchSurroundings(int beforeFrom, int at, int afterEnd) {

    /**
     * Returns the surroundings of the match at a line or item.
     *
     * @param previous line or item of the previous match in the same text or list; -1 if there is none
     * @param next line or item of the next match there; -1 if there is none
     * @param count number of lines or items in the text or list
     */
    static MatchSurroundings of(MatchContext context, int previous, int at, int next, int count) {
        int shown = previous < 0 ? 0 : Math.min(at, previous + context.after() + 1);
        int end = next < 0 ? count : Math.max(at + 1, next);
        int beforeFrom = previous == at ? at : Math.max(shown, at - context.before());
        int afterEnd = next == at ? at + 1 : Math.min(Math.min(end, count), at + 1 + context.after());
        return new MatchSurroundings(beforeFrom, at, afterEnd);
    }
}

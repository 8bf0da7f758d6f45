package dev.plimsoll.shape.item.find;

import dev.plimsoll.view.MatchContext;

/**
 * Lines or items around one match. Each line or item is shown only once: not again if it was shown with the previous
 * match, and not if it is a match itself.
 *
 * @param beforeFrom the first line or item shown before the match
 * @param position the line or item of the match
 * @param afterEnd the end (exclusive) of the lines or items shown after the match
 */
record MatchSurroundings(int beforeFrom, int position, int afterEnd) {

    /**
     * Returns the surroundings of the match at a line or item.
     *
     * @param previousMatch line or item of the previous match in the same text or list; -1 if there is none
     * @param nextMatch line or item of the next match there; -1 if there is none
     * @param count number of lines or items in the text or list
     */
    static MatchSurroundings of(MatchContext context, int previousMatch, int position, int nextMatch, int count) {
        int shownEnd = previousMatch < 0 ? 0 : Math.min(position, previousMatch + context.after() + 1);
        int nextMatchStart = nextMatch < 0 ? count : Math.max(position + 1, nextMatch);
        int beforeFrom = previousMatch == position ? position : Math.max(shownEnd, position - context.before());
        int afterEnd = nextMatch == position
                ? position + 1
                : Math.min(Math.min(nextMatchStart, count), position + 1 + context.after());
        return new MatchSurroundings(beforeFrom, position, afterEnd);
    }
}

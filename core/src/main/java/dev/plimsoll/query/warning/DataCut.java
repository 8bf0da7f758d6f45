package dev.plimsoll.query.warning;

import java.util.List;

/**
 * Data that the server left out.
 *
 * @param sentence sentence about it, for a warning
 * @param list names of the members that lead from the document to the incomplete list
 */
public record DataCut(String sentence, List<String> list) {

    public DataCut {
        list = List.copyOf(list);
    }
}

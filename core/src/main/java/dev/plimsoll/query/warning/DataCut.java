package dev.plimsoll.query.warning;

import java.util.List;

/**
 * Data that the server left out.
 *
 * @param sentence a sentence that says so
 * @param list names from the document to the list that is not complete
 */
public record DataCut(String sentence, List<String> list) {

    public DataCut {
        list = List.copyOf(list);
    }
}

package dev.plimsoll.fuzz;

import dev.plimsoll.json.Slice;

/** The input of one run: a first line with the request, such as a query, and the data in the lines after it.
 */
record FuzzInput(Slice firstLine, Slice data) {

    static FuzzInput of(byte[] data) {
        int end = 0;
        while (end < data.length && data[end] != '\n') {
            end++;
        }
        return new FuzzInput(new Slice(data, 0, end), new Slice(data, Math.min(data.length, end + 1), data.length));
    }
}

package dev.plimsoll.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;

/** Rows that are generated as they are fetched, in any number. Records the requests. */
@NullMarked
class GeneratedSource implements PageSource {

    final long rows;
    long fetched;
    int fetches;
    int counts;
    int closes;

    GeneratedSource(long rows) {
        this.rows = rows;
    }

    Map<String, Object> value(long i) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", i);
        row.put("status", i % 3 == 0 ? "open" : "closed");
        row.put("text", "row number " + i + " of a long list, äöü 漢字");
        return row;
    }

    @Override
    public SourceCount count() {
        counts++;
        return SourceCount.exactly(rows);
    }

    @Override
    public List<SourceRow> fetch(FetchPosition fetchPosition, int maxRows) {
        fetches++;
        List<SourceRow> page = new ArrayList<>();
        for (long i = fetchPosition.offset(); i < Math.min(rows, fetchPosition.offset() + maxRows); i++) {
            page.add(new SourceRow(value(i), i));
        }
        fetched += page.size();
        return page;
    }

    @Override
    public Comparator<Object> keyOrder() {
        return Comparator.comparing(key -> (Long) key);
    }

    @Override
    public String order() {
        return "id, ascending";
    }

    @Override
    public void close() {
        closes++;
    }
}

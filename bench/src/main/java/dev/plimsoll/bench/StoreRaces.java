package dev.plimsoll.bench;

import dev.plimsoll.bench.Race.Field;
import dev.plimsoll.bench.load.Records;
import dev.plimsoll.bench.load.StoreWork;
import java.util.ArrayList;
import java.util.List;

/** The rows about stores: against a plain file of the same bytes. */
final class StoreRaces {

    private static final Goal A_PAGE = Goal.millis(0.15);

    private StoreRaces() {}

    static List<Race> of(int size) {
        String whole = " of " + Words.size(size);
        List<Race> races = new ArrayList<>();
        for (String kind : List.of("memory", "spilled", "disk")) {
            races.add(new Race("store", "16 KB" + whole + ", " + kind, size, A_PAGE, () -> {
                StoreWork work = new StoreWork(kind, Records.array(size));
                return Field.engine(work::range)
                        .against("file read", work::fileRange)
                        .runners();
            }));
        }
        for (String kind : List.of("spilled", "disk")) {
            races.add(new Race("store", "keep" + whole + ", " + kind, size, Goal.NONE, () -> {
                StoreWork work = new StoreWork(kind, Records.array(size));
                return Field.engine(work::kept)
                        .against("file written", work::fileWritten)
                        .runners();
            }));
        }
        for (String kind : List.of("memory", "spilled")) {
            races.add(new Race("store", "page of an unopened result" + whole + ", " + kind, size, Goal.NONE, () -> {
                StoreWork work = new StoreWork(kind, Records.array(size));
                return Field.engine(work::unopened)
                        .against("file read", work::wholeFile)
                        .runners();
            }));
        }
        return races;
    }
}

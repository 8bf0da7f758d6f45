package dev.plimsoll.bench;

import dev.plimsoll.bench.RunnerRace.Field;
import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.bench.load.StoreWork;
import java.util.ArrayList;
import java.util.List;

/** The rows about stores, compared with a plain file of the same bytes. */
final class StoreRaces {

    private static final SpeedGoal A_PAGE = SpeedGoal.millis(0.15);

    private StoreRaces() {}

    static List<RunnerRace> of(int size) {
        String suffix = " of " + NumberFormatter.size(size);
        List<RunnerRace> races = new ArrayList<>();
        for (String kind : List.of("memory", "spilled", "disk")) {
            races.add(new RunnerRace("store", "16 KB" + suffix + ", " + kind, size, A_PAGE, () -> {
                StoreWork work = new StoreWork(kind, SampleRecords.array(size));
                return Field.engine(work::range)
                        .against("file read", work::fileRange)
                        .runners();
            }));
        }
        for (String kind : List.of("spilled", "disk")) {
            races.add(new RunnerRace("store", "keep" + suffix + ", " + kind, size, SpeedGoal.NONE, () -> {
                StoreWork work = new StoreWork(kind, SampleRecords.array(size));
                return Field.engine(work::kept)
                        .against("file written", work::fileWritten)
                        .runners();
            }));
        }
        for (String kind : List.of("memory", "spilled")) {
            races.add(new RunnerRace(
                    "store", "page of an unopened result" + suffix + ", " + kind, size, SpeedGoal.NONE, () -> {
                        StoreWork work = new StoreWork(kind, SampleRecords.array(size));
                        return Field.engine(work::unopened)
                                .against("file read", work::wholeFile)
                                .runners();
                    }));
        }
        return races;
    }
}

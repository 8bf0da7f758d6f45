package dev.plimsoll.bench;

import dev.plimsoll.bench.RunnerRace.Builder;
import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.bench.load.StoreWork;
import java.util.ArrayList;
import java.util.List;

/** The rows about stores, compared with a plain file of the same bytes. */
final class StoreRaces {

    private static final SpeedGoal PAGE_GOAL = SpeedGoal.millis(0.15);

    private StoreRaces() {}

    static List<RunnerRace> of(int size) {
        String suffix = " of " + NumberFormatter.size(size);
        List<RunnerRace> races = new ArrayList<>();
        for (String kind : List.of("memory", "spilled", "disk")) {
            races.add(new RunnerRace("store", "16 KB" + suffix + ", " + kind, size, PAGE_GOAL, () -> {
                StoreWork work = new StoreWork(kind, SampleRecords.array(size));
                return Builder.engine(work::readRange)
                        .against("file read", work::readFileRange)
                        .runners();
            }));
        }
        for (String kind : List.of("spilled", "disk")) {
            races.add(new RunnerRace("store", "keep" + suffix + ", " + kind, size, SpeedGoal.NONE, () -> {
                StoreWork work = new StoreWork(kind, SampleRecords.array(size));
                return Builder.engine(work::storeAndRemove)
                        .against("file written", work::writeFile)
                        .runners();
            }));
        }
        for (String kind : List.of("memory", "spilled")) {
            races.add(new RunnerRace(
                    "store", "page of an unopened result" + suffix + ", " + kind, size, SpeedGoal.NONE, () -> {
                        StoreWork work = new StoreWork(kind, SampleRecords.array(size));
                        return Builder.engine(work::readUnopened)
                                .against("file read", work::readFile)
                                .runners();
                    }));
        }
        return races;
    }
}

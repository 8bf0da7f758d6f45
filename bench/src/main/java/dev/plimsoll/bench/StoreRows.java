package dev.plimsoll.bench;

import dev.plimsoll.bench.BenchmarkRow.RunnerListBuilder;
import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.bench.load.StoreWork;
import java.util.ArrayList;
import java.util.List;

/** The rows about stores. Each store is compared with a plain file that contains the same bytes. */
final class StoreRows {

    private static final SpeedGoal PAGE_GOAL = SpeedGoal.ofMaxMillis(0.15);

    private StoreRows() {}

    static List<BenchmarkRow> create(int size) {
        String suffix = " of " + NumberFormatter.formatBytes(size);
        List<BenchmarkRow> rows = new ArrayList<>();
        for (String kind : List.of("memory", "spilled", "disk")) {
            rows.add(new BenchmarkRow("store", "16 KB" + suffix + ", " + kind, size, PAGE_GOAL, () -> {
                StoreWork work = new StoreWork(kind, SampleRecords.generateArray(size));
                return RunnerListBuilder.ofEngine(work::readRange)
                        .withRunner("file read", work::readFileRange)
                        .runners();
            }));
        }
        for (String kind : List.of("spilled", "disk")) {
            rows.add(new BenchmarkRow("store", "store and remove" + suffix + ", " + kind, size, SpeedGoal.NONE, () -> {
                StoreWork work = new StoreWork(kind, SampleRecords.generateArray(size));
                return RunnerListBuilder.ofEngine(work::storeAndRemove)
                        .withRunner("file written", work::writeFile)
                        .runners();
            }));
        }
        for (String kind : List.of("memory", "spilled")) {
            rows.add(new BenchmarkRow(
                    "store", "page of an unopened result" + suffix + ", " + kind, size, SpeedGoal.NONE, () -> {
                        StoreWork work = new StoreWork(kind, SampleRecords.generateArray(size));
                        return RunnerListBuilder.ofEngine(work::readUnopened)
                                .withRunner("file read", work::readFile)
                                .runners();
                    }));
        }
        return rows;
    }
}

package dev.plimsoll.bench;

import dev.plimsoll.bench.load.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Row of the table: an operation that is measured with several runners. The first runner is the engine; the second is its floor, a minimal
 * program that does the same work.
 *
 * @param group the part of the table in which the row is printed
 * @param name the name of the operation
 * @param bytes the size of the document, from which the rate is computed
 * @param goal the goal of the engine
 * @param runners creates the runners when the row is measured, and in most rows also their test data
 */
record BenchmarkRow(String group, String name, long bytes, SpeedGoal goal, Supplier<List<Runner>> runners) {

    /** An implementation of the row's operation. */
    record Runner(String name, Work work) {}

    /** Collects the runners of one row. */
    static final class RunnerListBuilder {

        private final List<Runner> runners = new ArrayList<>();

        static RunnerListBuilder ofEngine(Work work) {
            return new RunnerListBuilder().withRunner("engine", work);
        }

        RunnerListBuilder withRunner(String name, Work work) {
            runners.add(new Runner(name, work));
            return this;
        }

        List<Runner> runners() {
            return List.copyOf(runners);
        }
    }
}

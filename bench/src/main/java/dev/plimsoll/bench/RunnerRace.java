package dev.plimsoll.bench;

import dev.plimsoll.bench.load.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * One row of the table: the engine first, then its floor, then what else it is compared with. Nothing is made ready
 * before the row's turn.
 *
 * @param group the part of the table
 * @param what is done
 * @param bytes of the document, for rates and for memory
 * @param goal for the engine
 * @param runners made ready when the row's turn comes
 */
record RunnerRace(String group, String what, long bytes, SpeedGoal goal, Supplier<List<Runner>> runners) {

    /** Somebody who does the row's work. */
    record Runner(String name, Work work) {}

    /** Collects the runners of one row. */
    static final class Field {

        private final List<Runner> runners = new ArrayList<>();

        static Field engine(Work work) {
            return new Field().against("engine", work);
        }

        Field against(String name, Work work) {
            runners.add(new Runner(name, work));
            return this;
        }

        List<Runner> runners() {
            return List.copyOf(runners);
        }
    }
}

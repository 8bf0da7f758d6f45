package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Makes random calls to a store and to a minimal model of it, and checks after each step that they agree. */
final class StoreModelCheck {

    private final SnapshotStore store;
    private final FakeClock clock;
    private final Random random;
    private final List<Model> models = new ArrayList<>();
    private final String name;

    StoreModelCheck(SnapshotStore store, FakeClock clock, int seed) {
        this.store = store;
        this.clock = clock;
        this.random = new Random(seed);
        this.name = "seed " + seed;
    }

    void run(int steps) {
        for (int i = 0; i < steps; i++) {
            switch (random.nextInt(6)) {
                case 0 -> save();
                case 1 -> clock.advance(Duration.ofMillis(random.nextInt(240_000)));
                case 2 -> onRandomModel(this::find);
                case 3 -> onRandomModel(this::addView);
                case 4 -> onRandomModel(this::readView);
                default -> removeSometimes();
            }
            checkOccupancy();
        }
        models.forEach(this::find);
    }

    private void save() {
        byte[] bytes = new byte[random.nextInt(5_000)];
        random.nextBytes(bytes);
        Duration ttl = Duration.ofMinutes(1 + random.nextInt(20));
        Duration maxTtl = Duration.ofMinutes(1 + random.nextInt(60));
        SnapshotOrigin snapshotOrigin = new SnapshotOrigin("caller " + random.nextInt(3), "server", "tool", "", "");
        markIdle();
        try {
            Slice payload = Slice.of(bytes);
            SnapshotId id = store.save(
                            new SaveRequest(snapshotOrigin, Slice.of("notes"), List.of(payload), ttl, maxTtl))
                    .id();
            models.add(new Model(id, payload, ttl, clock.instant().plus(maxTtl), clock.instant()));
        } catch (StoreException e) {
            assertThat(e.reason()).as(name).isIn(Reason.FULL, Reason.CALLER_FULL);
        }
    }

    private void find(Model model) {
        Snapshot found = store.find(model.id);
        if (model.mustBeThere(clock.instant())) {
            assertThat(found).as(name).isNotNull();
        } else if (!model.mayBeThere(clock.instant())) {
            assertThat(found).as(name).isNull();
        }
        if (found == null) {
            model.isRemoved = true;
        } else {
            assertThat(found.segments().get(0).read(0, model.bytes.length()))
                    .as(name)
                    .isEqualTo(model.bytes);
            model.usedAt = clock.instant();
            model.isIdle = false;
        }
    }

    private void addView(Model model) {
        Slice view = Slice.of("view " + random.nextInt(10));
        int knownNumber = model.views.indexOf(view);
        markIdle();
        try {
            int number = store.addView(model.id, view);
            assertThat(model.mayBeThere(clock.instant())).as(name).isTrue();
            assertThat(number).as(name).isEqualTo(knownNumber >= 0 ? knownNumber : model.views.size());
            if (knownNumber < 0) {
                model.views.add(view);
            }
        } catch (StoreException e) {
            if (e.reason() == Reason.GONE) {
                assertThat(model.mustBeThere(clock.instant())).as(name).isFalse();
            } else {
                assertThat(e.reason()).as(name).isIn(Reason.FULL, Reason.CALLER_FULL);
            }
        }
    }

    private void readView(Model model) {
        int number = random.nextInt(10);
        Slice view = store.findView(model.id, number);
        if (view != null) {
            assertThat(model.mayBeThere(clock.instant())).as(name).isTrue();
            assertThat(view).as(name).isEqualTo(model.views.get(number));
        } else if (model.mustBeThere(clock.instant())) {
            assertThat(number).as(name).isGreaterThanOrEqualTo(model.views.size());
        }
    }

    private void removeSometimes() {
        if (random.nextInt(4) == 0) {
            onRandomModel(model -> {
                store.remove(model.id);
                model.isRemoved = true;
            });
        }
    }

    private void checkOccupancy() {
        Instant now = clock.instant();
        long min = models.stream().filter(m -> m.mustBeThere(now)).count();
        long max = models.stream().filter(m -> m.mayBeThere(now)).count();
        assertThat((long) store.usage().snapshots()).as(name).isBetween(min, max);
        assertThat(store.usage().bytes())
                .as(name)
                .isLessThanOrEqualTo(store.usage().maxBytes());
    }

    /**
     * Marks snapshots that have been idle long enough to be evicted. They stay marked until the store returns them
     * again.
     */
    private void markIdle() {
        Instant since = clock.instant().minus(StoreLimits.PROTECTION_TIME);
        models.stream().filter(m -> !m.usedAt.isAfter(since)).forEach(m -> m.isIdle = true);
    }

    private void onRandomModel(Consumer<Model> action) {
        if (!models.isEmpty()) {
            // prefer recent snapshots, because older ones have often been removed
            int age = Math.min(models.size() - 1, random.nextInt(12));
            action.accept(models.get(models.size() - 1 - age));
        }
    }

    /** The expected state of one snapshot of the store. */
    private static final class Model {

        private final SnapshotId id;
        private final Slice bytes;
        private final Duration ttl;
        private final Instant end;
        private final List<Slice> views = new ArrayList<>();
        private Instant usedAt;
        private boolean isIdle;
        private boolean isRemoved;

        Model(SnapshotId id, Slice bytes, Duration ttl, Instant end, Instant usedAt) {
            this.id = id;
            this.bytes = bytes;
            this.ttl = ttl;
            this.end = end;
            this.usedAt = usedAt;
        }

        /** Returns whether the store may find the snapshot: the snapshot has not expired and was not removed. */
        boolean mayBeThere(Instant now) {
            return !isRemoved && now.isBefore(usedAt.plus(ttl)) && now.isBefore(end);
        }

        /**
         * Returns whether the store must find the snapshot: the store may find it, and the snapshot was not idle long
         * enough to be evicted.
         */
        boolean mustBeThere(Instant now) {
            return mayBeThere(now) && !isIdle;
        }
    }
}

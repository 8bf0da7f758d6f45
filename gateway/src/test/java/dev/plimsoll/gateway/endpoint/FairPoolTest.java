package dev.plimsoll.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FairPoolTest {

    private final AtomicLong nanos = new AtomicLong();
    private final FairPool pool = new FairPool("sessions.max", 100, holder -> 1, nanos::get);

    /** Takes units until the pool refuses, and returns the number of units that it took. */
    private int takeAll(String holder) {
        int taken = 0;
        while (taken < 1000) {
            try {
                pool.take(holder, 1);
            } catch (BusyException e) {
                return taken;
            }
            taken++;
        }
        return taken;
    }

    @Test
    void reservesATenthForOtherHolders() {
        assertThat(takeAll("ada")).isEqualTo(90);
        assertThat(takeAll("ben")).isEqualTo(10);
        assertThat(takeAll("cem")).isZero();
    }

    @Test
    void innerPoolIsOneHolder() throws Exception {
        FairPool inner = pool.createInner("ada");
        inner.take("one", 50);
        inner.take("two", 40);
        assertThat(pool.usage().holders()).isEqualTo(1);
        assertThatThrownBy(() -> inner.take("three", 1)).isInstanceOf(BusyException.class);
        assertThat(takeAll("ben")).isEqualTo(10);
        inner.release("one", 50);
        assertThat(pool.used()).isEqualTo(50);
        assertThat(inner.used()).isEqualTo(40);
    }

    @Test
    void sharesEvenlyAsUnitsAreReleased() throws Exception {
        takeAll("ada");
        for (int i = 0; i < 1000; i++) {
            pool.release("ada", 1);
            if (i % 2 == 0) {
                takeAll("ada");
            }
            takeAll("ben");
            takeAll("ada");
            pool.release("ben", 1);
            takeAll("ben");
        }
        pool.release("ada", 1);
        assertThat(takeAll("ben")).isLessThanOrEqualTo(1);
        assertThat(pool.usage().holders()).isEqualTo(2);
        assertThat(pool.used()).isBetween(90L, 100L);
    }

    @Test
    void sharesByWeight() throws Exception {
        FairPool weighted = new FairPool("sessions.max", 100, holder -> holder.equals("team") ? 3 : 1);
        int[] used = new int[2];
        List<String> holders = List.of("ada", "team");
        for (int i = 0; i < 1000; i++) {
            int holder = i % 2;
            try {
                weighted.take(holders.get(holder), 1);
                used[holder]++;
            } catch (BusyException e) {
                // ada is above its share, or the pool is full: the two holders take turns in releasing a unit
                int releasingHolder = i / 2 % 2;
                if (used[releasingHolder] > 0) {
                    weighted.release(holders.get(releasingHolder), 1);
                    used[releasingHolder]--;
                }
            }
        }
        assertThat(used[0]).isBetween(20, 32);
        assertThat(used[1]).isBetween(60, 76);
    }

    @Test
    void callerWithHighWeightMayUsePartOfTheReserve() throws Exception {
        FairPool weighted = new FairPool("sessions.max", 100, holder -> 19);
        for (int i = 0; i < 95; i++) {
            weighted.take("team", 1);
        }
        assertThatThrownBy(() -> weighted.take("team", 1)).isInstanceOf(BusyException.class);
    }

    @Test
    void gatewayMayTakeAllUnits() {
        assertThat(takeAll(FairPool.GATEWAY)).isEqualTo(100);
    }

    @Test
    void smallPoolHasNoReserve() throws Exception {
        FairPool small = new FairPool("maxProcesses", 2);
        small.take("ada", 1);
        small.take("ada", 1);
        assertThatThrownBy(() -> small.take("ben", 1))
                .isInstanceOf(BusyException.class)
                .hasMessage("the limit of 2 is reached (maxProcesses)");
    }

    @Test
    void aRefusalStatesItsReason() {
        takeAll("ada");
        assertThatThrownBy(() -> pool.take("ada", 1))
                .hasMessage("you use 90; the rest of the limit of 100 is reserved for others (sessions.max)");
        PoolUsage usage = pool.usage();
        assertThat(usage.refusalReason())
                .isEqualTo("one caller or address uses 90; the rest of the limit of 100 is reserved for others"
                        + " (sessions.max)");
        assertThat(usage.shareRefusals()).isEqualTo(2);
        assertThat(usage.fullRefusals()).isZero();
        nanos.set(TimeUnit.MINUTES.toNanos(1));
        assertThat(pool.usage().refusalReason()).isNull();
    }

    /**
     * Checks in random calls that the pool follows its rule. A holder that would use at most an equal share of the
     * pool may take units until all 100 are in use. A holder that would use more may take units only while at
     * most 90 are in use.
     */
    @Test
    void onlyHoldersUpToTheirShareMayUseTheReserve() {
        Random random = new Random(32);
        Map<String, Long> unitsByHolder = new HashMap<>();
        List<String> names = List.of("ada", "ben", "cem", "dot", "eve");
        for (int i = 0; i < 20_000; i++) {
            String name = names.get(random.nextInt(names.size()));
            long units = 1L + random.nextInt(12);
            long heldUnits = unitsByHolder.getOrDefault(name, 0L);
            if (random.nextInt(3) == 0 && heldUnits >= units) {
                pool.release(name, units);
                unitsByHolder.put(name, heldUnits - units);
            } else {
                long total = unitsByHolder.values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
                List<String> holders = new ArrayList<>(unitsByHolder.keySet());
                holders.removeIf(holder -> unitsByHolder.getOrDefault(holder, 0L) == 0);
                int shares = Math.max(2, holders.size() + (holders.contains(name) ? 0 : 1));
                boolean isAllowed = total + units <= (heldUnits + units <= 100 / shares ? 100 : 90);
                boolean isTaken = tryTake(name, units);
                assertThat(isTaken).isEqualTo(isAllowed);
                unitsByHolder.put(name, heldUnits + (isTaken ? units : 0));
            }
            assertThat(pool.used())
                    .isEqualTo(unitsByHolder.values().stream()
                            .mapToLong(Long::longValue)
                            .sum());
        }
    }

    private boolean tryTake(String holder, long units) {
        try {
            pool.take(holder, units);
            return true;
        } catch (BusyException e) {
            return false;
        }
    }
}

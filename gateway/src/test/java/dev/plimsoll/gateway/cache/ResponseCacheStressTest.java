package dev.plimsoll.gateway.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.ResultReuse;
import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ReusableOutcome;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.cache.CoalescedResult.Shared;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the response cache with many concurrent threads. The seed determines the actions of each thread, but not their
 * order.
 */
class ResponseCacheStressTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final int THREADS = 8;

    private final InstantSource clock = InstantSource.system();
    private final Plimsoll engine = Plimsoll.builder()
            .store(SnapshotStore.inMemory(new StoreLimits(64 << 20, 64 << 20, 10_000), clock, new SplittableRandom(7)))
            .keys(KeyRing.of(new byte[32]))
            .policy(Policy.defaults())
            .build();
    private final ResultReuse resultReuse = engine.resultReuse();
    private final ResponseCache cache = new ResponseCache(
            CacheIndex.inMemory(CacheLimits.of(1_000, 16 << 20), clock, resultReuse::release),
            clock,
            resultReuse::release);
    /** The number in the results of the simulated tool. Each write increments it. */
    private final AtomicInteger value = new AtomicInteger();

    private final AtomicInteger completedWrites = new AtomicInteger();

    private static CacheKey key(int n) {
        return new CacheKey("ann", "main", "get", Integer.toString(n));
    }

    private static ToolCall call() {
        return ToolCall.of("main", "get", "ann");
    }

    private static Slice result(int number) {
        return Slice.of("{\"content\":[],\"n\":" + number + "}");
    }

    private static int number(Slice result) {
        String text = result.utf8();
        int start = text.indexOf("\"n\":") + 4;
        return Integer.parseInt(text.substring(start, text.indexOf(text.indexOf(',', start) < 0 ? '}' : ',', start)));
    }

    /** Returns the number in a cached result, or -1 if the result is no longer stored. */
    private int readEntry(CacheEntry cacheEntry) {
        Outcome outcome = resultReuse.answer(call(), cacheEntry, false);
        return outcome == null ? -1 : number(outcome.result());
    }

    /** Runs the simulated tool, puts its result into the cache, and returns the number in the result. */
    private int run(CacheFill cacheFill) {
        Slice result = result(value.get());
        ReusableOutcome freshOutcome = resultReuse.guard(call(), RawResult.of(result), cacheFill.ttl());
        cacheFill.complete(freshOutcome, result, ResultForm.CURRENT, 1);
        return number(result);
    }

    /**
     * Calls the simulated tool through the cache.
     *
     * @param isCancelled whether the call is cancelled if it would have to run the tool
     * @return the number in the result, or null if this call, or the running call that it waited for, was
     * cancelled
     */
    private @Nullable Integer read(CacheKey key, boolean isCancelled) throws Exception {
        CacheEntry cacheEntry = cache.find(key, HOUR, ResultForm.CURRENT);
        CacheLookup cacheLookup =
                cacheEntry != null ? new CacheLookup.Hit(cacheEntry) : cache.lookUp(key, HOUR, ResultForm.CURRENT);
        if (cacheLookup instanceof CacheLookup.Hit hit) {
            int storedNumber = readEntry(hit.entry());
            return storedNumber < 0 ? run(cache.startUncoalesced(key, HOUR)) : storedNumber;
        }
        if (cacheLookup instanceof CacheLookup.Miss miss) {
            if (isCancelled) {
                miss.fill().cancel();
                return null;
            }
            return run(miss.fill());
        }
        CompletableFuture<CoalescedResult> coalescedResult = new CompletableFuture<>();
        ((CacheLookup.Coalesced) cacheLookup).call().onResult(coalescedResult::complete);
        if (coalescedResult.get() instanceof Shared shared) {
            return number(shared.raw());
        }
        return null;
    }

    private void write() {
        cache.dropForWrite("main", Policy.defaults());
        value.incrementAndGet();
        cache.dropForWrite("main", Policy.defaults());
        completedWrites.incrementAndGet();
    }

    private static void runConcurrently(List<Callable<Void>> work) throws Exception {
        CyclicBarrier start = new CyclicBarrier(work.size());
        try (ExecutorService threads = Executors.newFixedThreadPool(work.size())) {
            List<Future<Void>> futures = new ArrayList<>();
            for (Callable<Void> action : work) {
                futures.add(threads.submit(() -> {
                    start.await();
                    return action.call();
                }));
            }
            for (Future<Void> action : futures) {
                action.get();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noReadReturnsAResultFromBeforeACompletedWrite(long seed) throws Exception {
        SplittableRandom seeds = new SplittableRandom(seed);
        ConcurrentLinkedQueue<String> staleReads = new ConcurrentLinkedQueue<>();
        AtomicInteger completedReads = new AtomicInteger();
        List<Callable<Void>> work = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            boolean isWriter = thread == 0;
            SplittableRandom random = seeds.split();
            work.add(() -> {
                for (int i = 0; i < 2_000; i++) {
                    if (isWriter && random.nextInt(4) == 0) {
                        write();
                    } else {
                        int writesBefore = completedWrites.get();
                        Integer read = read(key(random.nextInt(3)), random.nextInt(10) == 0);
                        if (read != null && read < writesBefore) {
                            staleReads.add(read + " after " + writesBefore + " writes");
                        }
                        completedReads.addAndGet(read == null ? 0 : 1);
                    }
                }
                return null;
            });
        }
        runConcurrently(work);
        assertThat(staleReads).isEmpty();
        assertThat(completedReads.get()).isPositive();
        assertThat(cache.counts()).containsKey("main");
    }

    @Test
    void runsToolOnceForEqualConcurrentCalls() throws Exception {
        for (int round = 0; round < 200; round++) {
            CacheKey key = key(1_000 + round);
            AtomicInteger runs = new AtomicInteger();
            CountDownLatch waitingCallers = new CountDownLatch(THREADS);
            AtomicInteger answers = new AtomicInteger();
            List<Callable<Void>> work = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                work.add(() -> {
                    CacheLookup cacheLookup = cache.lookUp(key, HOUR, ResultForm.CURRENT);
                    waitingCallers.countDown();
                    if (cacheLookup instanceof CacheLookup.Miss miss) {
                        runs.incrementAndGet();
                        waitingCallers.await();
                        run(miss.fill());
                        answers.incrementAndGet();
                    } else if (cacheLookup instanceof CacheLookup.Coalesced coalesced) {
                        CompletableFuture<CoalescedResult> coalescedResult = new CompletableFuture<>();
                        coalesced.call().onResult(coalescedResult::complete);
                        answers.addAndGet(coalescedResult.get() instanceof Shared ? 1 : 0);
                    }
                    return null;
                });
            }
            runConcurrently(work);
            assertThat(runs.get()).isEqualTo(1);
            assertThat(answers.get()).isEqualTo(THREADS);
            assertThat(cache.find(key, HOUR, ResultForm.CURRENT)).isNotNull();
        }
    }

    @Test
    void reusesResultThatWasJustStored() throws Exception {
        for (int round = 0; round < 300; round++) {
            CacheKey key = key(5_000 + round);
            AtomicInteger runs = new AtomicInteger();
            List<Callable<Void>> work = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                work.add(() -> {
                    CacheEntry cacheEntry = cache.find(key, HOUR, ResultForm.CURRENT);
                    if (cacheEntry == null
                            && cache.lookUp(key, HOUR, ResultForm.CURRENT) instanceof CacheLookup.Miss miss) {
                        runs.incrementAndGet();
                        run(miss.fill());
                    }
                    return null;
                });
            }
            runConcurrently(work);
            assertThat(runs.get()).isEqualTo(1);
        }
    }
}

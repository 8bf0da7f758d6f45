package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.admin.AlertsService;
import dev.plimsoll.gateway.admin.ArmsService;
import dev.plimsoll.gateway.admin.CacheService;
import dev.plimsoll.gateway.admin.HealthService;
import dev.plimsoll.gateway.admin.HealthService.About;
import dev.plimsoll.gateway.admin.Records;
import dev.plimsoll.gateway.admin.ReloadService;
import dev.plimsoll.gateway.admin.ReloadsService;
import dev.plimsoll.gateway.admin.RequestsService;
import dev.plimsoll.gateway.admin.Standings;
import dev.plimsoll.gateway.admin.SumsService;
import dev.plimsoll.gateway.backend.Places;
import dev.plimsoll.gateway.backend.ServerBackend;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.config.model.Telemetry;
import dev.plimsoll.gateway.config.view.Effective;
import dev.plimsoll.gateway.data.OpenEngine;
import dev.plimsoll.gateway.http.Service;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.metrics.Condition;
import dev.plimsoll.gateway.metrics.Metrics;
import dev.plimsoll.gateway.reload.Reloading;
import dev.plimsoll.gateway.rollout.BackingOff;
import dev.plimsoll.gateway.rollout.RollingOut;
import dev.plimsoll.gateway.rollout.RolloutService;
import dev.plimsoll.gateway.telemetry.Journal;
import dev.plimsoll.gateway.telemetry.store.Ledger;
import dev.plimsoll.gateway.telemetry.store.TelemetryStore;
import dev.plimsoll.gateway.trace.Traces;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.Listed;
import dev.plimsoll.telemetry.Passage;
import dev.plimsoll.telemetry.Receipt;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** What a gateway writes down of itself, and what it tells of it. To add a service: its class, and a line here. */
final class Telling implements GuardListener, AutoCloseable {

    private final Records records;
    private final Standings standings;
    private final Metrics metrics;
    private final String store;
    private final Alarm alarm;
    private final BackingOff backingOff;
    private final @Nullable Traces traces;
    private final InstantSource clock = InstantSource.system();
    private final List<Server> servers;
    private final Board board;
    private @Nullable HealthService health;

    private Telling(
            List<Server> servers,
            Records records,
            Standings standings,
            Metrics metrics,
            Alarm alarm,
            BackingOff backingOff,
            @Nullable Traces traces,
            String store,
            Board board) {
        this.board = board;
        this.servers = List.copyOf(servers);
        this.records = records;
        this.standings = standings;
        this.metrics = metrics;
        this.alarm = alarm;
        this.backingOff = backingOff;
        this.traces = traces;
        this.store = store;
    }

    /** Begins to write; the database is opened aside, for that takes longer than all else. */
    static Telling of(Configuration configuration, List<Server> servers, @Nullable Traces traces, Log log) {
        Telemetry settings = configuration.telemetry();
        InstantSource clock = InstantSource.system();
        Metrics metrics = new Metrics();
        Alarm alarm = Alarm.of(configuration.alerts(), clock, log);
        BackingOff backingOff = new BackingOff();
        Journal journal = new Journal(
                () -> TelemetryStore.open(configuration.data(), settings.retention(), settings.maxBytes(), clock),
                metrics.traffic().andThen(alarm.alerting()).andThen(backingOff),
                log);
        List<String> names = servers.stream().map(Server::name).toList();
        return new Telling(
                servers,
                new Records(journal.begin(), new Ledger(configuration.data())),
                new Standings(names, clock),
                metrics,
                alarm,
                backingOff,
                traces,
                configuration.store().type().name().toLowerCase(Locale.ROOT),
                new Board(settings.capture()));
    }

    /** Hears of all that is written down. */
    BackingOff backingOff() {
        return backingOff;
    }

    void tellOf(RollingOut rollingOut) {
        metrics.tellOf(rollingOut);
    }

    ServerBackend watched(ServerBackend server) {
        return new Watched(server, standings, traces);
    }

    List<Service> services(String version, OpenEngine engine, Reloading reloading) {
        boolean fallenBack = engine.fallenBack();
        About about = new About(version, fallenBack ? "memory" : store, engine::degraded);
        HealthService made = new HealthService(about, standings, records, reloading, clock);
        health = made;
        IntSupplier active = () -> engine.occupancy().snapshots();
        records.journal().tell(board.feed());
        List<Service> services = new ArrayList<>(List.of(
                made,
                new RequestsService(records, clock),
                new SumsService(records, active, engine.responses(), clock),
                new ArmsService(records, clock),
                new RolloutService(reloading, clock),
                new AlertsService(alarm.alerting()),
                new CacheService(engine.responses()),
                new ReloadService(reloading),
                new ReloadsService(reloading),
                metrics));
        services.addAll(board.services(
                new Board.Running(version, Board.Running.now(), reloading, servers, standings, records, engine),
                () -> new Effective(reloading.inForce()).json()));
        return services;
    }

    /** What there is to tell of once all is open. */
    void opened(String version, OpenEngine engine, Places processes, IntSupplier sessions, Reloading reloading) {
        metrics.tellOf(new Condition(
                version,
                standings::words,
                sessions,
                processes::used,
                engine::occupancy,
                engine::failures,
                engine::degraded,
                engine::heldBack,
                records.journal()::lost));
        metrics.tellOf(alarm.alerting(), alarm.webhook());
        metrics.tellOf(reloading);
        metrics.tellOf(engine.responses());
        alarm.begin(engine);
    }

    /** From now on no more requests should come. */
    void leave() {
        if (health != null) {
            health.leave();
        }
        board.feed().close();
    }

    @Override
    public void onGuarded(Receipt receipt) {
        records.journal().onGuarded(receipt);
        standings.onGuarded(receipt);
    }

    @Override
    public void onGuarded(Receipt receipt, Passage passage) {
        board.sightings().saw(records.journal().note(receipt, passage), receipt, passage);
        standings.onGuarded(receipt);
    }

    @Override
    public void onListed(Listed listed) {
        records.journal().onListed(listed);
    }

    @Override
    public void close() {
        alarm.close();
        records.journal().close();
        records.ledger().close();
        if (traces != null) {
            traces.close();
        }
    }
}

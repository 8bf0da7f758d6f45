package dev.plimsoll.sample;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.SplittableRandom;

/** Fills a new database with tens of thousands of realistic rows. The rows are the same at every start. */
final class InventoryGenerator {

    static final int WAREHOUSES = 8;
    static final int PRODUCTS = 400;
    static final int DEVICES = 12_000;
    static final int BOOKINGS = 30_000;
    static final int EVENTS = 60_000;

    /** The time from which all generated times are calculated. */
    static final LocalDateTime REFERENCE_TIME = LocalDateTime.of(2026, 11, 1, 6, 0);

    private static final int BATCH = 5_000;
    private static final int YEAR_MINUTES = 365 * 24 * 60;

    private final Connection database;
    private final SplittableRandom random = new SplittableRandom(1824);
    private final SampleWords sampleWords = new SampleWords(random);

    InventoryGenerator(Connection database) {
        this.database = database;
    }

    void fill() throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute("create table warehouse(id varchar primary key, city varchar, country varchar,"
                    + " opened timestamp, note varchar)");
            statement.execute(
                    "create table product(id int primary key, name varchar, category varchar, price decimal(9, 2),"
                            + " description varchar)");
            statement.execute(
                    "create table device(id int primary key, serial varchar, product_id int, warehouse_id varchar,"
                            + " status varchar, bin varchar, last_seen timestamp, note varchar)");
            statement.execute(
                    "create table booking(id int primary key, device_id int, customer varchar, starts timestamp,"
                            + " ends timestamp, state varchar, remark varchar)");
            statement.execute("create table event(id int primary key, at timestamp, level varchar, actor varchar,"
                    + " device_id int, text varchar)");
        }
        database.setAutoCommit(false);
        insert("insert into warehouse values(?, ?, ?, ?, ?)", WAREHOUSES, this::generateWarehouse);
        insert("insert into product values(?, ?, ?, ?, ?)", PRODUCTS, this::generateProduct);
        insert("insert into device values(?, ?, ?, ?, ?, ?, ?, ?)", DEVICES, this::generateDevice);
        insert("insert into booking values(?, ?, ?, ?, ?, ?, ?)", BOOKINGS, this::generateBooking);
        insert("insert into event values(?, ?, ?, ?, ?, ?)", EVENTS, this::generateEvent);
        database.commit();
        database.setAutoCommit(true);
        try (Statement statement = database.createStatement()) {
            statement.execute("create index device_at on device(warehouse_id, status)");
            statement.execute("create index event_at on event(at)");
        }
    }

    /** Creates the values of one row. */
    private interface RowFactory {

        Object[] create(int number);
    }

    private void insert(String command, int count, RowFactory rowFactory) throws SQLException {
        try (PreparedStatement statement = database.prepareStatement(command)) {
            for (int i = 1; i <= count; i++) {
                Object[] values = rowFactory.create(i);
                for (int column = 0; column < values.length; column++) {
                    statement.setObject(column + 1, values[column]);
                }
                statement.addBatch();
                if (i % BATCH == 0 || i == count) {
                    statement.executeBatch();
                }
            }
        }
    }

    private Object[] generateWarehouse(int number) {
        String[] place = SampleWords.PLACES[number - 1].split("/", 2);
        return new Object[] {
            warehouseId(number),
            place[0],
            place[1],
            REFERENCE_TIME.minusMonths(7L * number),
            sampleWords.randomRemark(2)
        };
    }

    private static String warehouseId(int warehouse) {
        return "WH-%02d".formatted(warehouse);
    }

    private Object[] generateProduct(int number) {
        return new Object[] {
            number,
            sampleWords.product(),
            sampleWords.category(),
            5 + random.nextInt(99_500) / 100.0,
            sampleWords.description()
        };
    }

    private Object[] generateDevice(int number) {
        int percent = random.nextInt(100);
        String status = percent < 70 ? "available" : percent < 88 ? "booked" : percent < 96 ? "in repair" : "missing";
        String bin =
                "%s-%02d-%03d".formatted((char) ('A' + random.nextInt(12)), random.nextInt(40), random.nextInt(900));
        return new Object[] {
            number,
            "SN-%08X".formatted(random.nextInt() & 0x7fff_ffff),
            1 + random.nextInt(PRODUCTS),
            warehouseId(1 + random.nextInt(WAREHOUSES)),
            status,
            bin,
            timeBefore(30 * 24 * 60),
            percent % 5 == 0 ? sampleWords.randomRemark(1) : ""
        };
    }

    private Object[] generateBooking(int number) {
        LocalDateTime starts = timeBefore(YEAR_MINUTES);
        return new Object[] {
            number,
            1 + random.nextInt(DEVICES),
            sampleWords.customer(),
            starts,
            starts.plusHours(4 + random.nextInt(300)),
            SampleWords.STATES[random.nextInt(SampleWords.STATES.length)],
            random.nextInt(3) == 0 ? sampleWords.randomRemark(1) : ""
        };
    }

    private Object[] generateEvent(int number) {
        int percent = random.nextInt(100);
        String level = percent < 90 ? "INFO" : percent < 97 ? "WARN" : "ERROR";
        LocalDateTime eventTime = REFERENCE_TIME.minusSeconds((EVENTS - number) * 43L + random.nextInt(40));
        return new Object[] {
            number, eventTime, level, sampleWords.actor(), 1 + random.nextInt(DEVICES), sampleWords.randomEvent(level)
        };
    }

    private LocalDateTime timeBefore(int maxMinutes) {
        return REFERENCE_TIME.minusMinutes(random.nextInt(maxMinutes));
    }
}

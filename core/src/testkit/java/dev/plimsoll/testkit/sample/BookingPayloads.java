package dev.plimsoll.testkit.sample;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Bookings like those of a rental platform: nested guest, property, and pricing, with long notes and policies in
 * several languages. The identifying fields are between the verbose ones.
 */
final class BookingPayloads {

    private static final String[] STATUS = {"confirmed", "pending", "checked_in", "cancelled", "completed"};
    private static final String[] HOUSES = {
        "Casa del Mar", "Chalet Föhrenwald", "Loft n° 5", "海辺の家", "Villa Ёлка", "The Old Harbour Mill"
    };
    private static final String[] CITIES = {"Lisbon", "Zürich", "Málaga", "京都市", "İzmir", "Reykjavík"};
    private static final String[] LANGUAGES = {"en", "de", "es", "ja", "ru", "th"};
    private static final String[][] SENTENCES = {
        {
            "Guests may cancel free of charge until fourteen days before arrival.",
            "After that date half of the amount is kept, and the service fee is not refunded.",
            "Quiet hours are from ten in the evening to eight in the morning; \"quiet\" includes the terrace.",
            "The key safe is to the left of the blue door; please return both keys.",
            "The guest asked for a late arrival and a cot, and was told that both can be arranged."
        },
        {
            "Bis vierzehn Tage vor der Anreise ist die Stornierung kostenfrei.",
            "Danach wird die Hälfte des Preises einbehalten; die Servicegebühr wird nicht erstattet.",
            "Die Wohnungstür schließt nicht von selbst: bitte immer zweimal abschließen.",
            "Haustiere sind nach Rücksprache willkommen, größere Hunde kosten zusätzlich."
        },
        {
            "La cancelación es gratuita hasta catorce días antes de la llegada.",
            "El huésped pidió una cuna y una llegada después de las once de la noche.",
            "No se permiten fiestas; los vecinos llaman a la policía a la primera señal de música.",
            "El aparcamiento está a la vuelta de la esquina y cuesta 12,50 € por noche."
        },
        {"到着の十四日前までは無料でキャンセルできます。", "それ以降は料金の半額を申し受け、サービス料は返金いたしません。", "夜十時から朝八時まではお静かにお願いいたします。", "鍵は青い扉の左側のボックスにあります。"
        },
        {
            "Бесплатная отмена возможна за четырнадцать дней до заезда.",
            "После этого срока удерживается половина суммы, сервисный сбор не возвращается.",
            "Гость просил поздний заезд и детскую кроватку."
        },
        {
            "ยกเลิกได้โดยไม่เสียค่าใช้จ่ายจนถึงสิบสี่วันก่อนวันเข้าพัก",
            "กรุณางดใช้เสียงหลังสี่ทุ่ม",
            "กุญแจอยู่ในกล่องทางซ้ายของประตูสีฟ้า"
        }
    };
    private static final String[] SECTIONS = {
        "guest",
        "occupants",
        "location",
        "amenities",
        "rooms",
        "pricing",
        "payments",
        "invoices",
        "taxes",
        "deposit",
        "policies",
        "houseRules",
        "messages",
        "reviews",
        "housekeeping",
        "maintenance",
        "insurance",
        "transfers",
        "channel",
        "audit"
    };

    private BookingPayloads() {}

    /** Creates bookings of {@code minBytes} to {@code maxBytes} bytes, numbered from 1 in {@code number}. */
    static String bookings(Random random, int count, int minBytes, int maxBytes) {
        return RecordPayloads.array(count, i -> booking(random, i, minBytes + random.nextInt(maxBytes - minBytes + 1)));
    }

    /** Creates a booking of {@code bytes} bytes, or more if its shortest form is longer. */
    static String booking(Random random, int i, int bytes) {
        String start = "{\"id\":\"BK-2026-" + (100_000 + i) + "\",\"number\":" + i + ",\"status\":\""
                + pick(STATUS, random) + "\",\"guestName\":" + StringEscaper.minimal(RandomWords.name(random))
                + ",\"guest\":"
                + guest(random, i) + ",\"policies\":" + texts(random, Math.max(0, bytes - 1_800) / 2)
                + ",\"checkIn\":\"" + date(i) + "\",\"checkOut\":\"" + date(i + 4) + "\",\"nights\":4,\"property\":"
                + property(random) + ",\"pricing\":" + pricing(random, 4) + ",\"notes\":[";
        String end = "],\"createdAt\":\"" + RandomWords.time(i * 3_607) + "\",\"rate\":1.10,\"confirmed\":true}";
        StringBuilder notes = new StringBuilder();
        int left = bytes - utf8Length(start) - utf8Length(end);
        while (left > 0) {
            String note = (notes.isEmpty() ? "" : ",") + note(random, Math.min(left, 1_200));
            notes.append(note);
            left -= utf8Length(note);
        }
        return start + notes + end;
    }

    /** Creates a booking with 20 sections of about equal size. The identifying fields are between and after them. */
    static String ofSections(Random random, int sectionBytes) {
        StringBuilder out = new StringBuilder("{\"id\":\"BK-2026-100007\",\"status\":\"confirmed\",\"guestName\":")
                .append(StringEscaper.minimal("Zoë Müller"));
        for (int i = 0; i < SECTIONS.length; i++) {
            out.append(",\"").append(SECTIONS[i]).append("\":").append(section(random, i, sectionBytes));
            if (i == 9) {
                out.append(",\"checkIn\":\"2026-07-01\",\"checkOut\":\"2026-07-15\"");
            }
        }
        return out.append(",\"property\":{\"id\":\"P-17\",\"name\":\"Casa del Mar\",\"type\":\"house\"},\"nights\":14,")
                .append("\"adults\":2,\"source\":\"partner portal\",\"rate\":1.10}")
                .toString();
    }

    private static String section(Random random, int i, int bytes) {
        int rows = Math.max(1, bytes / 300);
        return switch (i % 3) {
            case 0 ->
                "{\"version\":" + i + ",\"updatedAt\":\"" + RandomWords.time(i) + "\",\"texts\":" + texts(random, bytes)
                        + "}";
            case 1 -> RecordPayloads.array(rows, k -> note(random, 300));
            default -> "{\"currency\":\"EUR\",\"lines\":" + RecordPayloads.array(rows, k -> fee(random, k)) + "}";
        };
    }

    private static String guest(Random random, int i) {
        return "{\"id\":\"" + RandomWords.uuid(random) + "\",\"firstName\":"
                + StringEscaper.minimal(RandomWords.name(random))
                + ",\"email\":\"guest" + i + "@example.org\",\"phone\":\"+41 44 555 " + (1_000 + random.nextInt(9_000))
                + "\",\"language\":\"" + pick(LANGUAGES, random) + "\",\"preferences\":{\"cot\":" + random.nextBoolean()
                + ",\"arrival\":\"22:30\",\"pillows\":null}}";
    }

    private static String property(Random random) {
        return "{\"id\":\"P-" + random.nextInt(900) + "\",\"name\":" + StringEscaper.minimal(pick(HOUSES, random))
                + ",\"type\":\"apartment\",\"address\":{\"street\":\"Rua Augusta " + random.nextInt(200)
                + "\",\"city\":\"" + pick(CITIES, random) + "\",\"geo\":{\"lat\":47.3" + random.nextInt(1_000)
                + "0,\"lon\":8.50}},\"amenities\":[\"wifi\",\"kitchen\",\"washing machine\",\"terrace\"]}";
    }

    private static String pricing(Random random, int nights) {
        return "{\"total\":" + (400 + random.nextInt(900)) + ".90,\"currency\":\"EUR\",\"nightly\":"
                + RecordPayloads.array(
                        nights, i -> "{\"date\":\"" + date(i) + "\",\"price\":" + (90 + random.nextInt(60)) + ".50}")
                + ",\"fees\":" + RecordPayloads.array(2, i -> fee(random, i)) + "}";
    }

    private static String fee(Random random, int i) {
        return "{\"line\":" + i + ",\"label\":" + StringEscaper.minimal(sentence(random, random.nextInt(3)))
                + ",\"amount\":" + random.nextInt(200) + ".50,\"taxable\":" + random.nextBoolean() + "}";
    }

    private static String note(Random random, int bytes) {
        return "{\"author\":" + StringEscaper.minimal(RandomWords.name(random)) + ",\"at\":\""
                + RandomWords.time(random.nextInt(99_999)) + "\",\"text\":"
                + text(random, random.nextInt(LANGUAGES.length), bytes - 80) + "}";
    }

    /** Creates a text in each language, with about the given total size. */
    private static String texts(Random random, int bytes) {
        IntFunction<String> textOfLanguage =
                language -> "\"" + LANGUAGES[language] + "\":" + text(random, language, bytes / LANGUAGES.length - 8);
        return IntStream.range(0, LANGUAGES.length).mapToObj(textOfLanguage).collect(Collectors.joining(",", "{", "}"));
    }

    private static String text(Random random, int language, int bytes) {
        StringBuilder out = new StringBuilder(sentence(random, language));
        while (true) {
            String more = " " + sentence(random, language);
            if (utf8Length(out.toString()) + utf8Length(more) > bytes) {
                return StringEscaper.minimal(out.toString());
            }
            out.append(more);
        }
    }

    private static String sentence(Random random, int language) {
        return pick(SENTENCES[language], random);
    }

    private static String date(int day) {
        return RandomWords.time(day % 300 * 86_400).substring(0, 10);
    }

    private static String pick(String[] values, Random random) {
        return values[random.nextInt(values.length)];
    }

    private static int utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}

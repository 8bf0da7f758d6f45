package dev.plimsoll.sample;

import java.util.SplittableRandom;

/** Names and sentences in several languages and scripts. */
final class SampleWords {

    static final String[] PLACES = {
        "Rotterdam/Netherlands",
        "Hamburg/Deutschland",
        "Gdańsk/Polska",
        "Singapore/Singapore",
        "神戸/日本",
        "Santos/Brasil",
        "الإسكندرية/مصر",
        "Oakland/United States"
    };
    static final String[] STATES = {"requested", "confirmed", "handed out", "returned", "cancelled"};

    private static final String[] KINDS = {
        "pallet scanner", "label printer", "forklift battery", "RFID gate", "hand terminal", "climate logger",
        "dock camera", "conveyor motor", "weighing bridge", "safety light curtain", "barcode reader", "shelf robot"
    };
    private static final String[] MAKES = {
        "Nordlys", "Kestrel", "Tamarack", "Hoshino", "Vega", "Plimsoll & Sons", "Ardent"
    };
    private static final String[] CATEGORIES = {"reading", "printing", "power", "safety", "climate", "transport"};
    private static final String[] PEOPLE = {
        "Anneke de Vries",
        "Jürgen Schäfer",
        "Łukasz Wójcik",
        "Tan Wei Ling",
        "佐藤 健",
        "João Pereira",
        "ليلى حسن",
        "Maria Hernandez",
        "Olamide Adeyemi",
        "Noor Hassan"
    };
    private static final String[] SENTENCES = {
        "Keep dry and away from strong magnets.",
        "Der Akku muss vor dem ersten Einsatz zwölf Stunden geladen werden.",
        "Przed użyciem sprawdź, czy obudowa nie jest uszkodzona.",
        "使用前に必ず電源コードを確認してください。",
        "Verifique o nível do óleo todas as semanas.",
        "يجب فحص الجهاز قبل كل استخدام.",
        "The firmware is updated over the air at night, between two and four.",
        "Replaces the older model, whose mounting it fits.",
        "Bij storing eerst de stekker uit het stopcontact halen.",
        "Counted twice, found once: ask the night shift before ordering another."
    };
    private static final String[] EVENTS = {
        "moved to another bin",
        "scanned",
        "battery at 14 %",
        "handed out",
        "returned by its customer",
        "firmware updated",
        "counted",
        "label printed anew"
    };
    private static final String[] PROBLEMS = {
        "not found in its bin",
        "does not answer since the last shift",
        "temperature above 40 °C",
        "java.net.SocketTimeoutException: Read timed out\\n\\tat warehouse.Gate.read(Gate.java:118)\\n\\tat warehouse.Shift.run(Shift.java:42)"
    };

    private final SplittableRandom random;

    SampleWords(SplittableRandom random) {
        this.random = random;
    }

    private String pick(String[] values) {
        return values[random.nextInt(values.length)];
    }

    String product() {
        return pick(MAKES) + " " + pick(KINDS) + " " + (char) ('A' + random.nextInt(26)) + (100 + random.nextInt(900));
    }

    String category() {
        return pick(CATEGORIES);
    }

    String customer() {
        return pick(PEOPLE);
    }

    String actor() {
        return random.nextInt(4) == 0 ? "gate-" + (1 + random.nextInt(40)) : pick(PEOPLE);
    }

    String randomRemark(int sentences) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sentences; i++) {
            text.append(i == 0 ? "" : " ").append(pick(SENTENCES));
        }
        return text.toString();
    }

    String description() {
        return randomRemark(3 + random.nextInt(6));
    }

    String randomEvent(String level) {
        return pick(level.equals("INFO") ? EVENTS : PROBLEMS);
    }
}

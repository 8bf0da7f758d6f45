package dev.plimsoll.documents.sheet;

import java.util.Locale;

/** Type of date or time that a number format displays. */
enum DateType {
    NONE,
    DATE,
    TIME,
    DATE_TIME,
    DURATION;

    /** Returns the type of a built-in number format of xlsx. */
    static DateType ofBuiltIn(int id) {
        if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id == 36 || (id >= 50 && id <= 58)) {
            return DATE;
        }
        if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id == 45 || id == 47) {
            return TIME;
        }
        return id == 22 ? DATE_TIME : id == 46 ? DURATION : NONE;
    }

    /** Returns the type of a custom number format such as {@code dd/mm/yyyy}. */
    static DateType ofCustom(String format) {
        String firstSection = format.split(";", 2)[0];
        String lowerCase = firstSection.toLowerCase(Locale.ROOT);
        if (lowerCase.contains("[h")
                || lowerCase.contains("[m]")
                || lowerCase.contains("[mm]")
                || lowerCase.contains("[s")) {
            return DURATION;
        }
        // remove texts, colors, conditions, and escaped or repeated characters
        String formatLetters = lowerCase.replaceAll("\"[^\"]*\"|\\[[^\\]]*\\]|\\\\.|_.|\\*.", "");
        boolean isGeneral = formatLetters.contains("general")
                || (formatLetters.matches(".*[0#?].*") && !formatLetters.matches(".*[ydhms].*"));
        if (isGeneral) {
            return NONE;
        }
        boolean hasTime = formatLetters.indexOf('h') >= 0 || formatLetters.indexOf('s') >= 0;
        boolean hasDay = formatLetters.indexOf('y') >= 0
                || formatLetters.indexOf('d') >= 0
                || (formatLetters.indexOf('m') >= 0 && !hasTime);
        return hasDay ? (hasTime ? DATE_TIME : DATE) : hasTime ? TIME : NONE;
    }
}

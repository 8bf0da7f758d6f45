package dev.plimsoll.gateway.doctor;

import java.io.PrintStream;

/** Prints the findings, one line each, as soon as they are known, because some checks take a while. */
public final class Findings {

    private final PrintStream out;
    private int bad;
    private int odd;

    Findings(PrintStream out) {
        this.out = out;
    }

    void good(String what, String found) {
        line("ok", what, found);
    }

    /** Reports a part that works, but could work better. */
    void odd(String what, String found, String mend) {
        odd++;
        line("look", what, found + " – " + mend);
    }

    /** Reports a part that does not work. */
    void bad(String what, String found, String mend) {
        bad++;
        line("MEND", what, found + " – " + mend);
    }

    int badCount() {
        return bad;
    }

    String sum() {
        if (bad == 0 && odd == 0) {
            return "all good";
        }
        return bad + " to mend, " + odd + " to look at";
    }

    private void line(String state, String what, String found) {
        // texts of a server may contain control characters
        String plain = found.replaceAll("\\p{Cntrl}+", " ");
        out.printf("%-5s %-14s %s%n", state, what, plain);
    }
}

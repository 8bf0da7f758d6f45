package dev.plimsoll.gateway.doctor;

import java.io.PrintStream;

/** What was found, a line each, as it is found: some checks take a while. */
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

    /** It works, but not as well as it could. */
    void odd(String what, String found, String mend) {
        odd++;
        line("look", what, found + " – " + mend);
    }

    /** It does not work. */
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
        // one line whatever a server called itself
        String plain = found.replaceAll("\\p{Cntrl}+", " ");
        out.printf("%-5s %-14s %s%n", state, what, plain);
    }
}

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

    void good(String subject, String finding) {
        line("ok", subject, finding);
    }

    /** Reports something that works, but could work better. */
    void odd(String subject, String finding, String fix) {
        odd++;
        line("WARN", subject, finding + " – " + fix);
    }

    /** Reports something that does not work. */
    void bad(String subject, String finding, String fix) {
        bad++;
        line("FIX", subject, finding + " – " + fix);
    }

    int badCount() {
        return bad;
    }

    String sum() {
        if (bad == 0 && odd == 0) {
            return "no problems";
        }
        return bad + " to fix, " + odd + (odd == 1 ? " warning" : " warnings");
    }

    private void line(String state, String subject, String finding) {
        // texts of a server may contain control characters
        String plain = finding.replaceAll("\\p{Cntrl}+", " ");
        out.printf("%-5s %-14s %s%n", state, subject, plain);
    }
}

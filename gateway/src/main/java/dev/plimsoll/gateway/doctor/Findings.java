package dev.plimsoll.gateway.doctor;

import java.io.PrintStream;

/** Prints the findings, one line each, as soon as they are known, because some checks take a while. */
public final class Findings {

    private final PrintStream out;
    private int errors;
    private int warnings;

    Findings(PrintStream out) {
        this.out = out;
    }

    void addOk(String subject, String finding) {
        print("ok", subject, finding);
    }

    /** Reports something that works, but could work better. */
    void addWarning(String subject, String finding, String fix) {
        warnings++;
        print("WARN", subject, finding + " – " + fix);
    }

    /** Reports something that does not work. */
    void addError(String subject, String finding, String fix) {
        errors++;
        print("FIX", subject, finding + " – " + fix);
    }

    int errorCount() {
        return errors;
    }

    String summary() {
        if (errors == 0 && warnings == 0) {
            return "no problems";
        }
        return errors + " to fix, " + warnings + (warnings == 1 ? " warning" : " warnings");
    }

    private void print(String state, String subject, String finding) {
        // texts of a server may contain control characters
        String singleLine = finding.replaceAll("\\p{Cntrl}+", " ");
        out.printf("%-5s %-14s %s%n", state, subject, singleLine);
    }
}

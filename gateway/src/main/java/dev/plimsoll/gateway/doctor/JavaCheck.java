package dev.plimsoll.gateway.doctor;

import java.lang.management.ManagementFactory;

/** Checks the Java version, and whether the program starts with an AOT cache. */
final class JavaCheck {

    private static final int WANTED = 25;

    void look(Findings findings) {
        Runtime.Version version = Runtime.version();
        String found = version + " in " + System.getProperty("java.home");
        if (version.feature() < WANTED) {
            findings.bad("java", found, "install Java " + WANTED + " or newer, or set JAVA_HOME");
        } else {
            findings.good("java", found);
        }
        boolean cached = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .anyMatch(argument -> argument.startsWith("-XX:AOTCache="));
        if (cached) {
            findings.good("start", "with an AOT cache");
        } else {
            findings.odd("start", "without an AOT cache: four times slower", "start with ./plimsoll, which creates one");
        }
    }
}

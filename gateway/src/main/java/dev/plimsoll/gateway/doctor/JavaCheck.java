package dev.plimsoll.gateway.doctor;

import java.lang.management.ManagementFactory;

/** Checks the Java version, and whether the program starts with an AOT cache. */
final class JavaCheck {

    private static final int MIN_VERSION = 25;

    void check(Findings findings) {
        Runtime.Version version = Runtime.version();
        String finding = version + " in " + System.getProperty("java.home");
        if (version.feature() < MIN_VERSION) {
            findings.addError("java", finding, "install Java " + MIN_VERSION + " or newer, or set JAVA_HOME");
        } else {
            findings.addOk("java", finding);
        }
        boolean hasCache = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .anyMatch(argument -> argument.startsWith("-XX:AOTCache="));
        if (hasCache) {
            findings.addOk("start", "with an AOT cache");
        } else {
            findings.addWarning(
                    "start",
                    "without an AOT cache: starts take four times as long",
                    "start with ./plimsoll, which creates one");
        }
    }
}

package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.daemon.ControlResponse;
import dev.plimsoll.gateway.daemon.DaemonControl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Checks the folder of the daemon's sockets, and whether each daemon responds. */
final class DaemonCheck {

    private static final String SUBJECT = "daemon";

    private final DaemonControl daemonControl;

    DaemonCheck(HostEnvironment hostEnvironment) {
        daemonControl = DaemonControl.of(hostEnvironment);
    }

    void check(Findings findings) {
        if (!Files.exists(daemonControl.folder())) {
            findings.addOk(SUBJECT, "none is running");
            return;
        }
        try {
            String permissions = PosixFilePermissions.toString(
                    Files.getPosixFilePermissions(daemonControl.folder(), LinkOption.NOFOLLOW_LINKS));
            if (!permissions.equals("rwx------")) {
                findings.addWarning(
                        SUBJECT,
                        daemonControl.folder() + " has the permissions " + permissions + ", so sessions get processes"
                                + " of their own",
                        "chmod 700 " + daemonControl.folder());
                return;
            }
            int count = 0;
            List<ControlResponse> responses = daemonControl.status();
            for (ControlResponse response : responses) {
                if (response.hasSucceeded()) {
                    count++;
                } else {
                    findings.addWarning(SUBJECT, response.text(), "kill its process; the next session starts another");
                }
            }
            if (responses.isEmpty()) {
                findings.addOk(SUBJECT, "none is running");
            } else if (count > 0) {
                findings.addOk(SUBJECT, count + " running; see plimsoll daemon status");
            }
        } catch (IOException | UnsupportedOperationException e) {
            findings.addWarning(SUBJECT, daemonControl.folder() + ": " + e, "make the folder readable, or delete it");
        }
    }
}

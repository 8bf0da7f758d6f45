package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.data.KeyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks the data folder and the key in it. */
final class DataFolderCheck implements DoctorCheck {

    private static final long MIN_FREE_BYTES = 1L << 30;

    @Override
    public void check(Configuration configuration, Findings findings) {
        Path folder = configuration.data();
        String subject = "data folder";
        try {
            KeyFile.readOrCreate(folder);
            if (!Files.isWritable(folder)) {
                findings.addWarning(subject, folder + " is not writable", "chown or chmod it, or set --data");
                return;
            }
            long freeBytes = Files.getFileStore(folder).getUsableSpace();
            String finding = folder + ", " + (freeBytes >> 20) + " MB free";
            if (freeBytes < MIN_FREE_BYTES) {
                findings.addWarning(subject, finding, "free some space, or set --data to a larger disk");
            } else {
                findings.addOk(subject, finding);
            }
        } catch (IOException e) {
            findings.addError(
                    subject,
                    String.valueOf(e.getMessage()),
                    "fix it, or set --data; until then, a restart invalidates cursors");
        }
    }
}

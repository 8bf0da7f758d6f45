package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.data.KeyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks the data folder and the key in it. */
final class DataFolderCheck implements DoctorCheck {

    private static final long LITTLE = 1L << 30;

    @Override
    public void look(Configuration configuration, Findings findings) {
        Path folder = configuration.data();
        String what = "data folder";
        try {
            KeyFile.in(folder);
            if (!Files.isWritable(folder)) {
                findings.odd(what, folder + " cannot be written", "chown or chmod it, or set --data");
                return;
            }
            long free = Files.getFileStore(folder).getUsableSpace();
            String found = folder + ", " + (free >> 20) + " MB free";
            if (free < LITTLE) {
                findings.odd(what, found, "make room, or set --data to a larger disk");
            } else {
                findings.good(what, found);
            }
        } catch (IOException e) {
            findings.bad(
                    what,
                    String.valueOf(e.getMessage()),
                    "mend it, or set --data; until then cursors end with each start");
        }
    }
}

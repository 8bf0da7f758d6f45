package dev.plimsoll.disk;

/** Formats numbers of bytes for messages. */
final class ByteSizeText {

    private ByteSizeText() {}

    static String format(long bytes) {
        if (bytes >= 1 << 20) {
            return (bytes >> 20) + " MB";
        }
        return bytes >= 1 << 10 ? (bytes >> 10) + " KB" : bytes + " bytes";
    }
}

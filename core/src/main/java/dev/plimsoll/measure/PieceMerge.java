package dev.plimsoll.measure;

/** Encodes one piece after another: joins neighbours, the pair of lowest rank first, as byte-pair encoding does. Has scratch space: one for each count. */
final class PieceMerge {

    private final O200kVocabulary vocabulary;
    private int[] starts = new int[64];
    private int[] ranks = new int[64];

    PieceMerge(O200kVocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    /** The number of tokens of {@code b[at, end)}, which is at least two bytes long. */
    int count(byte[] b, int at, int end) {
        int parts = split(b, at, end);
        int lowest;
        while ((lowest = lowest(parts)) >= 0) {
            join(b, lowest, parts);
            parts--;
        }
        return parts;
    }

    /** One part for each byte; {@code ranks[i]} is that of the parts i and i + 1 together. */
    private int split(byte[] b, int at, int end) {
        int parts = end - at;
        if (starts.length <= parts) {
            starts = new int[2 * parts];
            ranks = new int[2 * parts];
        }
        for (int i = 0; i < parts - 1; i++) {
            starts[i] = at + i;
            ranks[i] = vocabulary.rankOfTwo(b[at + i], b[at + i + 1]);
        }
        starts[parts - 1] = end - 1;
        ranks[parts - 1] = O200kVocabulary.NONE;
        starts[parts] = end;
        return parts;
    }

    /** The first pair of the lowest rank, or -1 when no two neighbours are a token. */
    private int lowest(int parts) {
        int lowest = -1;
        int rank = O200kVocabulary.NONE;
        for (int i = 0; i < parts - 1; i++) {
            if (ranks[i] < rank) {
                rank = ranks[i];
                lowest = i;
            }
        }
        return lowest;
    }

    private void join(byte[] b, int i, int parts) {
        System.arraycopy(starts, i + 2, starts, i + 1, parts - i - 1);
        System.arraycopy(ranks, i + 1, ranks, i, parts - i - 1);
        int last = parts - 2;
        ranks[i] = i < last ? vocabulary.rank(b, starts[i], starts[i + 2]) : O200kVocabulary.NONE;
        if (i > 0) {
            ranks[i - 1] = vocabulary.rank(b, starts[i - 1], starts[i + 1]);
        }
    }
}

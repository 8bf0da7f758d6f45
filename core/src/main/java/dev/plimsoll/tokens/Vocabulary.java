package dev.plimsoll.tokens;

import java.util.Locale;

/**
 * Vocabularies that have a table of token weights. The table of {@link #MIXED} is the geometric mean of the tables of
 * the seven other vocabularies.
 */
public enum Vocabulary {
    O200K("o200k"),
    CL100K("cl100k"),
    LLAMA_3_1("llama-3.1"),
    QWEN_3("qwen-3"),
    DEEPSEEK_V3("deepseek-v3"),
    GEMMA_3("gemma-3"),
    CLAUDE_OLD("claude-old"),
    MIXED("mixed");

    private final String label;

    Vocabulary(String label) {
        this.label = label;
    }

    /** Returns the name in configurations and of the table's file. */
    public String label() {
        return label;
    }

    /** Returns the vocabulary of this name, in any case; throws {@link IllegalArgumentException} if there is none. */
    public static Vocabulary parse(String label) {
        for (Vocabulary vocabulary : values()) {
            if (vocabulary.label.equals(label.toLowerCase(Locale.ROOT))) {
                return vocabulary;
            }
        }
        throw new IllegalArgumentException("unknown vocabulary '" + label + "', known are o200k, cl100k, llama-3.1,"
                + " qwen-3, deepseek-v3, gemma-3, claude-old and mixed");
    }
}

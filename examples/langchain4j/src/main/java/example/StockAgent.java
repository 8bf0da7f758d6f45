package example;

import dev.langchain4j.service.AiServices;
import dev.plimsoll.langchain4j.PlimsollTools;

/** Agent written with LangChain4j, with guarded tools. {@link ScriptedModel} replaces the model. */
public final class StockAgent {

    /** Answers questions about the stock. */
    public interface Assistant {
        String answer(String question);
    }

    public static void main(String... args) {
        String question = "How many items in WH-02 have fewer than 50 left?";
        System.out.println("user: " + question);
        System.out.println("agent: " + (args.length == 0 ? guarded() : unguarded()).answer(question));
    }

    static Assistant guarded() {
        return AiServices.builder(Assistant.class)
                .chatModel(new ScriptedModel())
                .toolProvider(PlimsollTools.withDefaults().guard(new StockTools()))
                .build();
    }

    /** Returns the agent without Plimsoll. */
    static Assistant unguarded() {
        return AiServices.builder(Assistant.class)
                .chatModel(new ScriptedModel())
                .tools(new StockTools())
                .build();
    }
}

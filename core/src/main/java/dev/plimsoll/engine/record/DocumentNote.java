package dev.plimsoll.engine.record;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.result.ShapedResult;
import dev.plimsoll.tokens.TokenCounter;

/** Note after the complete text of a document: describes the document and how to read the file. Longer texts have a notice instead. */
public record DocumentNote(String text) {

    /**
     * Creates the note.
     *
     * @param documents sentences about the documents
     * @param fileCall how to read the file
     */
    public static DocumentNote of(String documents, String fileCall) {
        return new DocumentNote("[" + documents + " The file itself: " + fileCall + "]");
    }

    /** Returns the answer with this note, if that is within the budget; else without it. */
    public FinishedAnswer addTo(Slice answer, ShapedResult shaped, Budget budget) {
        int tokens = shaped.tokens() + TokenCounter.chars().count(Slice.of(text));
        boolean isWithinBudget = tokens <= budget.tokens() && shaped.bytes() + (long) text.length() <= budget.bytes();
        Slice content = isWithinBudget ? Members.get(answer, "content") : null;
        return content == null
                ? new FinishedAnswer(answer, shaped.outcome(), shaped.tokens(), false)
                : new FinishedAnswer(join(answer, Json.trim(content)), shaped.outcome(), tokens, false);
    }

    private Slice join(Slice answer, Slice content) {
        JsonWriter json = new JsonWriter(answer.length() + text.length() + 64).beginObject();
        json.beginArray("content");
        Elements blocks = Elements.of(content);
        while (blocks.next()) {
            json.raw(blocks.value());
        }
        json.beginObject()
                .string("type", "text")
                .string("text", text)
                .endObject()
                .endArray();
        Members members = Members.of(answer);
        while (members.next()) {
            if (!members.keyIs("content")) {
                json.rawMember(members.member());
            }
        }
        return json.endObject().slice();
    }
}

package dev.plimsoll.engine.record;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.result.ShapedResult;
import dev.plimsoll.tokens.TokenCounter;

/** Note after the complete text of a document, in place of the notice that longer texts have: what it is, and how to read the file. */
public record DocumentNote(String text) {

    /** Creates the note with the cursor of the result. */
    public static DocumentNote of(ResultFacts facts, String cursor) {
        String call = facts.usesUris() ? "the URI plimsoll://page/" + cursor + "?mode=full" : facts.readTool() + " with cursor = " + cursor + " and mode = full";
        return new DocumentNote("[" + facts.context().documents() + " The file itself: " + call + "]");
    }

    /** Returns the answer with this note, if that is within the budget; else without it. */
    public FinishedAnswer addTo(Slice answer, ShapedResult shaped, Budget budget) {
        int tokens = TokenCounter.chars().count(Slice.of(text));
        long bytes = shaped.bytes() + (long) text.length();
        Slice content = Members.get(answer, "content");
        boolean fits = content != null && shaped.tokens() + tokens <= budget.tokens() && bytes <= budget.bytes();
        return new FinishedAnswer(
                fits ? joined(answer, Json.trim(content)) : answer,
                shaped.outcome(),
                fits ? shaped.tokens() + tokens : shaped.tokens(),
                false);
    }

    private Slice joined(Slice answer, Slice content) {
        JsonWriter json = new JsonWriter(answer.length() + text.length() + 64).beginObject();
        json.beginArray("content");
        Elements blocks = Elements.of(content);
        while (blocks.next()) {
            json.raw(blocks.value());
        }
        json.beginObject().string("type", "text").string("text", text).endObject().endArray();
        Members members = Members.of(answer);
        while (members.next()) {
            if (!members.keyIs("content")) {
                json.rawMember(members.member());
            }
        }
        return json.endObject().slice();
    }
}

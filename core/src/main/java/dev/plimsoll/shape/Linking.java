package dev.plimsoll.shape;

import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.model.Part;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer for results whose text fits: every block stays in its place, and the images, audio and blobs that do not fit
 * become links there.
 */
final class Linking {

    private final Request request;
    private final TokenCounter counter;
    private final List<Around.Block> blocks = new ArrayList<>();
    private int tokens;
    private int bytes;

    private Linking(Request request, TokenCounter counter) {
        this.request = request;
        this.counter = counter;
    }

    /** The blocks with links where they are needed; null when there is nothing to link, or more than links can mend. */
    static @Nullable Around of(Request request, TokenCounter counter) {
        boolean binary = request.content().result().parts().stream().anyMatch(Part::isIndivisible);
        Linking linking = new Linking(request, counter);
        return binary && linking.place() ? new Around(linking.blocks, linking.tokens) : null;
    }

    private boolean place() {
        Budget budget = request.view().budget();
        if (!texts(budget)) {
            return false;
        }
        List<Part> parts = request.content().result().parts();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            if (!part.isIndivisible()) {
                blocks.add(new Around.Block(true, part.raw(), null));
            } else if (stays(part, budget)) {
                tokens += ResultMeter.tokens(part, counter);
                bytes += part.isBinary() ? 0 : part.raw().length();
                blocks.add(new Around.Block(true, part.raw(), null));
            } else {
                Draft link = link(part, i);
                tokens += link.tokens();
                bytes += link.bytes();
                blocks.add(new Around.Block(true, null, link));
            }
        }
        return budget.holds(tokens, bytes) && blocks.stream().anyMatch(block -> block.written() != null);
    }

    /** Pays for all text and the structured content first; false when that alone is above the budget. */
    private boolean texts(Budget budget) {
        ToolResult result = request.content().result();
        Slice structured = result.structured();
        if (structured != null) {
            bytes += structured.length();
            tokens += structured.length() > budget.bytes() ? budget.tokens() + 1 : counter.count(structured);
        }
        for (int i = 0; i < result.parts().size() && budget.holds(tokens, bytes); i++) {
            Part part = result.parts().get(i);
            if (!part.isIndivisible() && !request.content().isCopy(i)) {
                Slice text = part.text();
                bytes += text == null ? part.raw().length() : text.length();
                tokens += bytes > budget.bytes() ? 0 : ResultMeter.tokens(part, counter);
            }
        }
        return budget.holds(tokens, bytes);
    }

    private boolean stays(Part part, Budget budget) {
        return Links.size(part) <= request.view().policy().get(Policy.BINARY_BYTES)
                && (part.isBinary()
                        || part.raw().length() <= request.view().budget().bytes() - bytes)
                && ResultMeter.tokens(part, counter) <= budget.tokens() - tokens;
    }

    private Draft link(Part part, int index) {
        Draft draft = new Draft(counter);
        Seat seat = new Seat(request.view().withPart(index).withMode(Mode.FULL), Position.FIRST);
        if (request.client().links() && !request.about().uris()) {
            Links.write(part, index, seat, request.about(), draft);
        } else {
            Links.writeLine(part, seat, request.about(), draft);
        }
        return draft;
    }
}

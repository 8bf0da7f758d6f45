package dev.plimsoll.shape;

import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.model.Client;
import dev.plimsoll.model.Part;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.View;
import java.util.ArrayList;
import java.util.List;

/**
 * Which block of a result the answer stands in for, and what becomes of the blocks around it on the first page: those that
 * fit half the budget stay as they are, the others become links or short texts with a cursor.
 */
final class Layout {

    private static final int MOST_STUBS = 4;

    // what the word about the rest costs
    private static final int REST_TOKENS = 90;
    private static final int REST_BYTES = 240;

    private final Content content;
    private final int main;
    private final About about;
    private final View view;
    private final Client client;
    private final TokenCounter counter;
    private final List<Around.Block> blocks = new ArrayList<>();
    private int tokens;
    private int bytes;

    private Layout(Content content, int main, About about, View view, Client client, TokenCounter counter) {
        this.content = content;
        this.main = main;
        this.about = about;
        this.view = view;
        this.client = client;
        this.counter = counter;
    }

    /** The blocks around the part with index {@code main} (-1: around the structured content). */
    static Layout around(Content content, int main, About about, View view, Client client, TokenCounter counter) {
        Layout layout = new Layout(content, main, about, view, client, counter);
        layout.place();
        return layout;
    }

    private void place() {
        List<Part> parts = content.result().parts();
        Budget allowance = view.budget().share(2).less(REST_TOKENS, REST_BYTES);
        int stubs = 0;
        for (int i = 0; i < parts.size(); i++) {
            if (i == main || content.isCopy(i)) {
                continue;
            }
            Part part = parts.get(i);
            boolean before = i < main;
            if (keeps(part, allowance)) {
                add(new Around.Block(before, part.raw(), null), ResultMeter.tokens(part, counter), textBytes(part));
                continue;
            }
            Draft stub = stub(part, i);
            boolean fits = tokens + stub.tokens() <= allowance.tokens() && bytes + stub.bytes() <= allowance.bytes();
            if (++stubs > MOST_STUBS || !fits) {
                add(false, rest(i, parts.size()));
                return;
            }
            add(before, stub);
        }
    }

    private boolean keeps(Part part, Budget allowance) {
        if (Links.size(part) > view.policy().get(Policy.BINARY_BYTES)) {
            return false;
        }
        long itsBytes = textBytes(part);
        return itsBytes <= allowance.bytes() - bytes
                && ResultMeter.tokens(part, counter) <= allowance.tokens() - tokens;
    }

    private static int textBytes(Part part) {
        boolean media = part.type() == Part.Type.IMAGE || part.type() == Part.Type.AUDIO;
        return media ? 0 : part.raw().length();
    }

    private void add(boolean before, Draft written) {
        add(new Around.Block(before, null, written), written.tokens(), written.bytes());
    }

    private void add(Around.Block block, int itsTokens, int itsBytes) {
        blocks.add(block);
        tokens += itsTokens;
        bytes += itsBytes;
    }

    private Draft stub(Part part, int index) {
        Draft draft = new Draft(counter);
        if (part.isIndivisible()) {
            Seat seat = new Seat(view.withPart(index).withMode(Mode.FULL), Position.FIRST);
            if (client.links() && !about.uris()) {
                Links.write(part, index, seat, about, draft);
            } else {
                Links.writeLine(part, seat, about, draft);
            }
            return draft;
        }
        Seat seat = new Seat(view.withPart(index).withMode(Mode.AUTO), Position.FIRST);
        int length = part.text() == null ? part.raw().length() : part.text().length();
        draft.ascii("{\"type\":\"text\",\"text\":\"[Block ").number(index + 1).ascii(" of this result, ");
        draft.number(length).ascii(" bytes, left out: " + about.lead()).cursor(seat);
        return draft.ascii(" reads it]\"}");
    }

    private Draft rest(int index, int count) {
        Draft draft = new Draft(counter);
        Seat seat =
                new Seat(view.withPart(View.BLOCKS).withMode(Mode.PAGINATED).startingAt(index), new Position(index, 1));
        draft.ascii("{\"type\":\"text\",\"text\":\"[")
                .number(count - index)
                .ascii(" more blocks of this result left out: ");
        return draft.ascii(about.lead()).cursor(seat).ascii(" reads them]\"}");
    }

    Around blocks() {
        return new Around(blocks, tokens);
    }

    /** What the main block may cost. */
    Budget left() {
        return view.budget().less(tokens, bytes);
    }
}

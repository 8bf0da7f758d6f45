package dev.plimsoll.shape.result;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.SlimMode;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.ResourceLinks;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.BudgetTooSmallException;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.style.StyleInput;
import dev.plimsoll.tokens.Estimator;
import dev.plimsoll.tokens.TokenCounter;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Answer with a prompt, within its budget. Long messages are cut, with a notice and a link to the full text.
 * If necessary, the last messages are left out.
 */
public final class PromptAnswer {

    // cost of the text about the messages that are left out
    private static final int REST_TOKENS = 90;
    private static final Slice USER = Slice.of("\"user\"");

    private final ShapeRequest shapeRequest;
    private final List<Slice> messages;
    private final TokenCounter counter;
    private final List<AnswerDraft> written = new ArrayList<>();
    private int tokens;
    private int bytes;

    private PromptAnswer(ShapeRequest shapeRequest, List<Slice> messages) {
        this.shapeRequest = shapeRequest;
        this.messages = messages;
        this.counter = shapeRequest.view().policy().get(Policy.ESTIMATOR).answerCounter();
    }

    /**
     * Returns the answer for a stored prompt.
     *
     * @param messages the prompt's original messages, one for each block of the stored result
     * @throws BudgetTooSmallException if the answer does not fit its budget
     */
    public static PromptAnswer create(ShapeRequest shapeRequest, List<Slice> messages) {
        PromptAnswer answer = new PromptAnswer(shapeRequest, messages);
        answer.write();
        Budget budget = shapeRequest.view().budget();
        if (!budget.allows(answer.tokens, answer.bytes)) {
            throw new BudgetTooSmallException(budget);
        }
        return answer;
    }

    public int tokens() {
        return tokens;
    }

    /** Returns the result object; {@code encodeCursor} encodes its cursors. */
    public byte[] result(Function<PagePosition, String> encodeCursor) {
        ToolResult original = shapeRequest.content().result();
        AnswerDraft.Totals totals = new AnswerDraft.Totals(
                tokens, (long) shapeRequest.view().budget().tokens() - tokens);
        ByteSink out =
                new ByteSink(2 * bytes + 1024).ascii("{").member("messages").ascii("[");
        for (int i = 0; i < written.size(); i++) {
            out.ascii(i == 0 ? "" : ",").raw(Slice.of(written.get(i).finish(encodeCursor, totals)));
        }
        out.ascii("]");
        original.otherMembers()
                .forEach(member -> out.ascii(",")
                        .json(member, SlimMode.slimsShaped(shapeRequest.view().policy())));
        if (original.resultType() == null) {
            shapeRequest.client().writeResultType(out);
        }
        AnswerMeta.of(shapeRequest.view().policy(), true).budget(totals).writeMember(out, original.meta());
        return out.ascii("}").toByteArray();
    }

    private void write() {
        List<ContentBlock> parts = shapeRequest.content().result().blocks();
        PromptShares shares = PromptShares.of(parts, shapeRequest.view().budget(), counter);
        int shown = parts.size();
        long share = shares.of(shown, 0);
        while (shown > 0 && share < PromptShares.MIN_TOKENS) {
            shown = Math.min(shown - 1, shown * 9 / 10);
            share = shares.of(shown, REST_TOKENS);
        }
        for (int i = 0; i < shown; i++) {
            addMessage(i, parts.get(i), shares, share);
        }
        if (shown < parts.size()) {
            addRest(shown, parts.size());
        }
    }

    private void addMessage(int index, ContentBlock contentBlock, PromptShares shares, long share) {
        boolean large = contentBlock.isBinary()
                && ResourceLinks.isTooLarge(contentBlock, shapeRequest.view().policy());
        if (shares.fits(index, share) && !large) {
            AnswerDraft fullDraft = draft();
            fullDraft.json(messages.get(index));
            add(
                    fullDraft,
                    shares.cost(index),
                    contentBlock.isBinary() ? 0 : contentBlock.raw().length());
        } else if (contentBlock.isBinary()) {
            addBinary(index, contentBlock);
        } else if (contentBlock.text() == null) {
            addStub(index, contentBlock);
        } else {
            addText(index, contentBlock, shares.budget(share));
        }
    }

    private AnswerDraft draft() {
        return new AnswerDraft(
                counter, false, SlimMode.slimsShaped(shapeRequest.view().policy()));
    }

    private void add(AnswerDraft message, long blockTokens, long blockBytes) {
        written.add(message);
        tokens = (int) Math.min(Integer.MAX_VALUE, tokens + blockTokens);
        bytes = (int) Math.min(Integer.MAX_VALUE, bytes + blockBytes);
    }

    /** Adds a message that Plimsoll wrote; its cost is the content that a model reads. */
    private void add(int index, AnswerDraft content) {
        AnswerDraft message = new AnswerDraft(counter);
        Slice role = Members.get(messages.get(index), "role");
        message.ascii("{").member("role").raw(role == null ? USER : role).member("content");
        add(message.append(content).ascii("}"), content.tokens(), content.bytes());
    }

    private void addBinary(int index, ContentBlock contentBlock) {
        PagePosition pagePosition =
                new PagePosition(shapeRequest.view().withPart(index).withMode(Mode.FULL), Position.FIRST);
        AnswerDraft link = new AnswerDraft(counter);
        if (shapeRequest.client().links()) {
            ResourceLinks.write(contentBlock, index, pagePosition, shapeRequest.facts(), link);
        } else {
            ResourceLinks.writeLine(contentBlock, pagePosition, shapeRequest.facts(), link);
        }
        add(index, link);
    }

    private PagePosition wholePosition(int index) {
        return new PagePosition(shapeRequest.view().withPart(index), Position.FIRST);
    }

    private void addStub(int index, ContentBlock contentBlock) {
        AnswerDraft stub = new AnswerDraft(counter, true);
        stub.ascii("{")
                .member("type")
                .string("text")
                .member("text")
                .ascii("\"[" + contentBlock.raw().length() + " bytes left out: the resource ");
        add(index, stub.cursor(wholePosition(index)).ascii("]\"}"));
    }

    private void addText(int index, ContentBlock contentBlock, Budget share) {
        boolean hasLinks = shapeRequest.client().links();
        AnswerDraft link = new AnswerDraft(counter, true);
        if (hasLinks) {
            ResourceLinks.writePage(contentBlock, index, wholePosition(index), shapeRequest.facts(), link);
        }
        Document document = shapeRequest.content().text(index);
        Slice raw = contentBlock.raw();
        Slice old = Objects.requireNonNull(contentBlock.text());
        // the quotes around the text are excluded, so that no token is cut in two
        Slice before = new Slice(raw.bytes(), raw.from(), old.from() - 1);
        Slice after = new Slice(raw.bytes(), old.to() + 1, raw.to());
        Budget textBudget = share.minus(link.tokens(), link.bytes())
                .minus(counter.count(before) + counter.count(after) + 2, before.length() + after.length());
        AnswerDraft cut;
        try {
            cut = document.json() ? shaped(index, document, textBudget) : cut(index, document.bytes(), textBudget);
        } catch (BudgetTooSmallException e) {
            addStub(index, contentBlock);
            return;
        }
        add(index, draft().json(before).ascii("\"").append(cut).ascii("\"").json(after));
        if (hasLinks) {
            add(index, link);
        }
    }

    /** Returns JSON shaped like the result of a tool, so that it is never cut in the middle. */
    private AnswerDraft shaped(int index, Document document, Budget textBudget) {
        View view = shapeRequest.view().withPart(index).withBudget(textBudget);
        Estimator estimator = view.policy().get(Policy.ESTIMATOR);
        ShapeTask shapeTask = new ShapeTask(
                shapeRequest.facts(),
                DocumentPart.of(document),
                view,
                Position.FIRST,
                textBudget,
                textBudget,
                counter,
                estimator.sizeCounter(),
                false,
                shapeRequest.traits());
        return new FormSelector(new StyleInput(shapeTask, shapeRequest.content(), false), shapeRequest.style())
                .shape(1)
                .main()
                .toEscaped();
    }

    private AnswerDraft cut(int index, Slice text, Budget textBudget) {
        int end = Utf8.graphemeFloor(text, Math.min(text.length(), textBudget.bytes()));
        while (true) {
            AnswerDraft cut = withNotice(index, text, end);
            if (end == 0 || textBudget.allows(cut.tokens(), cut.bytes())) {
                return cut;
            }
            double ratio = Math.min(0.9, (double) textBudget.tokens() / Math.max(1, cut.tokens()));
            int shorter = (int) (end * ratio);
            end = shorter == 0 ? 0 : Math.min(shorter, Utf8.graphemeFloor(text, shorter));
        }
    }

    private AnswerDraft withNotice(int index, Slice text, int end) {
        AnswerDraft answerDraft = new AnswerDraft(counter, true);
        answerDraft.ascii("[Cut: the first " + Utf8.codePoints(text.sub(0, end)) + " of " + Utf8.codePoints(text)
                + " characters. All of it: the resource ");
        if (shapeRequest.client().links()) {
            answerDraft.ascii("linked next");
        } else {
            answerDraft.cursor(wholePosition(index));
        }
        ByteSink escaped = new ByteSink(end + 64);
        JsonText.escape(text.sub(0, end), escaped);
        return answerDraft.ascii("]\\n").raw(escaped.slice());
    }

    private void addRest(int shown, int all) {
        View view = shapeRequest
                .view()
                .withPart(View.BLOCKS)
                .withMode(Mode.PAGINATED)
                .withStart(shown);
        AnswerDraft rest = new AnswerDraft(counter, true);
        rest.ascii("{")
                .member("type")
                .string("text")
                .member("text")
                .ascii("\"[" + (all - shown) + " more messages left out: the resource ");
        Position at = new Position(shown, 1);
        add(all - 1, rest.cursor(new PagePosition(view, at)).ascii("]\"}"));
    }
}

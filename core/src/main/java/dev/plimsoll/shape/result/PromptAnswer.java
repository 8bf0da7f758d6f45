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
    private static final int MORE_MESSAGES_TOKENS = 90;
    private static final Slice USER = Slice.of("\"user\"");

    private final ShapeRequest shapeRequest;
    private final List<Slice> messages;
    private final TokenCounter counter;
    private final List<AnswerDraft> writtenMessages = new ArrayList<>();
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
        for (int i = 0; i < writtenMessages.size(); i++) {
            out.ascii(i == 0 ? "" : ",").raw(Slice.of(writtenMessages.get(i).finish(encodeCursor, totals)));
        }
        out.ascii("]");
        original.otherMembers()
                .forEach(member -> out.ascii(",")
                        .json(member, SlimMode.isShapedSlim(shapeRequest.view().policy())));
        if (original.resultType() == null) {
            shapeRequest.client().writeResultType(out);
        }
        AnswerMeta.of(shapeRequest.view().policy(), true).budget(totals).writeMember(out, original.meta());
        return out.ascii("}").toByteArray();
    }

    private void write() {
        List<ContentBlock> blocks = shapeRequest.content().result().blocks();
        PromptShares shares = PromptShares.of(blocks, shapeRequest.view().budget(), counter);
        int shownMessages = blocks.size();
        long share = shares.maxCost(shownMessages, 0);
        while (shownMessages > 0 && share < PromptShares.MIN_TOKENS) {
            shownMessages = Math.min(shownMessages - 1, shownMessages * 9 / 10);
            share = shares.maxCost(shownMessages, MORE_MESSAGES_TOKENS);
        }
        for (int i = 0; i < shownMessages; i++) {
            addMessage(i, blocks.get(i), shares, share);
        }
        if (shownMessages < blocks.size()) {
            addMoreMessagesNotice(shownMessages, blocks.size());
        }
    }

    private void addMessage(int index, ContentBlock contentBlock, PromptShares shares, long share) {
        boolean isTooLarge = contentBlock.isBinary()
                && ResourceLinks.isTooLarge(contentBlock, shapeRequest.view().policy());
        if (shares.fits(index, share) && !isTooLarge) {
            AnswerDraft fullDraft = createDraft();
            fullDraft.json(messages.get(index));
            add(
                    fullDraft,
                    shares.cost(index),
                    contentBlock.isBinary() ? 0 : contentBlock.raw().length());
        } else if (contentBlock.isBinary()) {
            addBinary(index, contentBlock);
        } else if (contentBlock.text() == null) {
            addPlaceholder(index, contentBlock);
        } else {
            addText(index, contentBlock, shares.budget(share));
        }
    }

    private AnswerDraft createDraft() {
        return new AnswerDraft(
                counter, false, SlimMode.isShapedSlim(shapeRequest.view().policy()));
    }

    private void add(AnswerDraft message, long blockTokens, long blockBytes) {
        writtenMessages.add(message);
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
                new PagePosition(shapeRequest.view().withBlock(index).withMode(Mode.FULL), Position.FIRST);
        AnswerDraft link = new AnswerDraft(counter);
        if (shapeRequest.client().hasLinks()) {
            ResourceLinks.write(contentBlock, index, pagePosition, shapeRequest.facts(), link);
        } else {
            ResourceLinks.writeLine(contentBlock, pagePosition, shapeRequest.facts(), link);
        }
        add(index, link);
    }

    private PagePosition wholePosition(int index) {
        return new PagePosition(shapeRequest.view().withBlock(index), Position.FIRST);
    }

    private void addPlaceholder(int index, ContentBlock contentBlock) {
        AnswerDraft placeholder = new AnswerDraft(counter, true);
        placeholder
                .ascii("{")
                .member("type")
                .string("text")
                .member("text")
                .ascii("\"[" + contentBlock.raw().length() + " bytes left out: the resource ");
        add(index, placeholder.cursorGap(wholePosition(index)).ascii("]\"}"));
    }

    private void addText(int index, ContentBlock contentBlock, Budget share) {
        boolean hasLinks = shapeRequest.client().hasLinks();
        AnswerDraft link = new AnswerDraft(counter, true);
        if (hasLinks) {
            ResourceLinks.writeMessageLink(contentBlock, index, wholePosition(index), shapeRequest.facts(), link);
        }
        Document document = shapeRequest.content().text(index);
        Slice raw = contentBlock.raw();
        Slice oldText = Objects.requireNonNull(contentBlock.text());
        // the quotes around the text are excluded, so that no token is cut in two
        Slice beforeText = new Slice(raw.bytes(), raw.from(), oldText.from() - 1);
        Slice afterText = new Slice(raw.bytes(), oldText.to() + 1, raw.to());
        Budget textBudget = share.minus(link.tokens(), link.bytes())
                .minus(
                        counter.count(beforeText) + counter.count(afterText) + 2,
                        beforeText.length() + afterText.length());
        AnswerDraft cutText;
        try {
            cutText = document.isJson()
                    ? shapeJson(index, document, textBudget)
                    : cutText(index, document.bytes(), textBudget);
        } catch (BudgetTooSmallException e) {
            addPlaceholder(index, contentBlock);
            return;
        }
        add(
                index,
                createDraft()
                        .json(beforeText)
                        .ascii("\"")
                        .append(cutText)
                        .ascii("\"")
                        .json(afterText));
        if (hasLinks) {
            add(index, link);
        }
    }

    /** Returns JSON shaped like the result of a tool, so that it is never cut in the middle. */
    private AnswerDraft shapeJson(int index, Document document, Budget textBudget) {
        View view = shapeRequest.view().withBlock(index).withBudget(textBudget);
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
                .text()
                .toEscaped();
    }

    private AnswerDraft cutText(int index, Slice text, Budget textBudget) {
        int end = Utf8.graphemeFloor(text, Math.min(text.length(), textBudget.bytes()));
        while (true) {
            AnswerDraft cutText = withNotice(index, text, end);
            if (end == 0 || textBudget.allows(cutText.tokens(), cutText.bytes())) {
                return cutText;
            }
            double ratio = Math.min(0.9, (double) textBudget.tokens() / Math.max(1, cutText.tokens()));
            int shorterEnd = (int) (end * ratio);
            end = shorterEnd == 0 ? 0 : Math.min(shorterEnd, Utf8.graphemeFloor(text, shorterEnd));
        }
    }

    private AnswerDraft withNotice(int index, Slice text, int end) {
        AnswerDraft answerDraft = new AnswerDraft(counter, true);
        answerDraft.ascii("[Cut: the first " + Utf8.codePoints(text.sub(0, end)) + " of " + Utf8.codePoints(text)
                + " characters. All of it: the resource ");
        if (shapeRequest.client().hasLinks()) {
            answerDraft.ascii("linked next");
        } else {
            answerDraft.cursorGap(wholePosition(index));
        }
        ByteSink escaped = new ByteSink(end + 64);
        JsonText.escape(text.sub(0, end), escaped);
        return answerDraft.ascii("]\\n").raw(escaped.slice());
    }

    private void addMoreMessagesNotice(int shownMessages, int totalMessages) {
        View view = shapeRequest
                .view()
                .withBlock(View.BLOCKS)
                .withMode(Mode.PAGINATED)
                .withStart(shownMessages);
        AnswerDraft moreMessages = new AnswerDraft(counter, true);
        moreMessages
                .ascii("{")
                .member("type")
                .string("text")
                .member("text")
                .ascii("\"[" + (totalMessages - shownMessages) + " more messages left out: the resource ");
        Position position = new Position(shownMessages, 1);
        add(
                totalMessages - 1,
                moreMessages.cursorGap(new PagePosition(view, position)).ascii("]\"}"));
    }
}

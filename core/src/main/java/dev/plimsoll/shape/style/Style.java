package dev.plimsoll.shape.style;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.StyleTraits;
import dev.plimsoll.policy.option.SchemaForm;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.PageCutter;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.literal.ElicitationForm;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.view.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Form of the answers that replace results. By default, every method except {@link #id} behaves like style
 * {@code auto}. Implementations keep no state, and never count tokens: {@link StyleInput} knows the budget
 * and what fits.
 */
public interface Style {

    StyleId id();

    // --- which results it shapes

    /** Returns whether the style ever changes a result. */
    default boolean canShape() {
        return true;
    }

    /** Returns the reason to shape a result whatever its cost, in a few words for telemetry; null if there is none. */
    default @Nullable String forcedReason(ResultInput result) {
        return null;
    }

    /** Returns whether the style is applied even to a value that fits the budget. */
    default boolean forces(StyleInput input) {
        return false;
    }

    /** Returns the style for the results of a tool that writes. */
    default StyleId forWrites(Policy policy) {
        return id();
    }

    /** Returns the style for a tool with an app, of which only {@code content} is shaped. */
    default StyleId forAppContent(Policy policy) {
        return StyleRegistry.defaultId();
    }

    // --- how its answers are listed and read

    /**
     * Returns the arguments that a heavy tool is listed with, by their names in {@code plimsoll_read}. The first one
     * takes the cursor.
     */
    default List<String> readArguments() {
        return StyleTraits.COMMON.readArguments();
    }

    /** Returns the form that a widened output schema allows. */
    default SchemaForm schemaForm() {
        return SchemaForm.WITH_HEADER;
    }

    /** Returns the message for a cursor whose result is no longer stored; null for the common one. */
    default @Nullable String expiredMessage() {
        return null;
    }

    // --- the first answer

    /** Returns the view that the first answer shows: {@code view}, or a changed copy of it. */
    default View firstView(View view, FirstViewInput input) {
        return view;
    }

    /** Returns whether the first answer to a large result can be a look. A style with its own keys has no look. */
    default boolean hasLook() {
        return schemaForm() != SchemaForm.OWN_KEYS;
    }

    /**
     * Returns whether the first answer, and mode {@code summary}, describe the document in place of showing a part of
     * it, even if all of it fits.
     */
    default boolean hasDescription() {
        return false;
    }

    /** Returns the answer that replaces a first page or a summary; null if the style has none. */
    default @Nullable ShapedText firstAnswer(StyleInput input) {
        return null;
    }

    /** Returns the form that the client can show to its user before the first answer; null if there is none. */
    default @Nullable ElicitationForm elicitationForm(StyleInput input) {
        return null;
    }

    /** Returns the answer for a value that does not fit, tried before pages are cut; null if none applies. */
    default @Nullable ShapedText fallback(StyleInput input) {
        return null;
    }

    // --- pages

    /** Returns the items that pages of the style show; null if the target is not a list. */
    default @Nullable FramedItems items(StyleInput input) {
        return input.list();
    }

    /** Returns the frame with the style's own keys around a page; null to use {@code standardFrame}. */
    default @Nullable PageFrame frame(PageFrame standardFrame, StyleInput input) {
        return null;
    }

    /** Returns whether the frame of the style can describe rows that are read from a source. */
    default boolean canFrame(LazyRows rows) {
        return rows.isTotalExact() && rows.faults().isEmpty();
    }

    /** Returns the outcome that is recorded for a page in the frame of the style. */
    default OutcomeKind outcome() {
        return OutcomeKind.PAGINATED;
    }

    /** Returns the maximum bytes of a text, even if more fit the budget. */
    default int maxTextBytes(Policy policy) {
        return Integer.MAX_VALUE;
    }

    /** Returns the pages of the target; null if a summary of it is needed. */
    default @Nullable PageCutter pages(StyleInput input) {
        PageCutter ownPages = input.pagesInFrameOf(this);
        return ownPages != null ? ownPages : new ContentPages(input).byContent();
    }
}

package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.Receipt;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Peer that changes the result of a request, and passes it to the peer that waits for it. */
public final class ResultEditor implements Peer {

    private final Peer requester;
    private final Edit edit;

    /** Changes results. */
    @FunctionalInterface
    public interface Edit {
        /** Returns the result to send instead; null to send the result as it is. */
        @Nullable Slice apply(Slice result);
    }

    public ResultEditor(Peer requester, Edit edit) {
        this.requester = requester;
        this.edit = edit;
    }

    @Override
    public void send(Message message) throws IOException {
        Slice result = message.result();
        Slice editedResult = result == null ? null : edit.apply(result);
        requester.send(editedResult == null ? message : message.withResult(editedResult));
    }

    @Override
    public boolean isProgram() {
        return requester.isProgram();
    }

    @Override
    public void onReceipt(Receipt receipt) {
        requester.onReceipt(receipt);
    }

    @Override
    public void onCancelled() {
        requester.onCancelled();
    }
}

package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.Receipt;
import java.io.IOException;
import java.util.function.UnaryOperator;

/** Changes the result of a request before the peer that waits for it gets it. */
public final class ResultEditor implements Peer {

    private final Peer reply;
    private final UnaryOperator<Slice> edit;

    /** @param edit returns the result to send; the same object if it does not change */
    public ResultEditor(Peer reply, UnaryOperator<Slice> edit) {
        this.reply = reply;
        this.edit = edit;
    }

    @Override
    public void send(Message message) throws IOException {
        Slice result = message.result();
        Slice edited = result == null ? null : edit.apply(result);
        reply.send(edited == null || edited == result ? message : message.withResult(edited));
    }

    @Override
    public boolean isProgram() {
        return reply.isProgram();
    }

    @Override
    public void onReceipt(Receipt receipt) {
        reply.onReceipt(receipt);
    }

    @Override
    public void onCancelled() {
        reply.onCancelled();
    }
}

package io.virgo.it.kit;

import java.nio.charset.StandardCharsets;
import javax.transaction.xa.Xid;

public record TestXid(String name) implements Xid {

    @Override
    public int getFormatId() {
        return 7;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] getBranchQualifier() {
        return new byte[] {1};
    }
}

package io.virgo.it.kit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.TestXid;
import java.sql.Connection;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;

class FaultXaTest {

    private final Xid branch = new TestXid("branch");

    @Test
    void branchIsCommittedThoughTheAnswerWasLost() throws Exception {
        try (ShardDatabases databases = ShardDatabases.postgres("eu").withFaults()) {
            databases.probe("eu").execute("create table book (id integer)");
            Faults faults = databases.faults("eu");
            faults.at(FaultPoint.XA_COMMIT).after().fail();
            XAConnection xa = databases.xaDataSource("eu").getXAConnection();
            XAResource resource = prepared(xa);
            assertThatThrownBy(() -> resource.commit(branch, false))
                    .isInstanceOfSatisfying(
                            XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_RMFAIL));
            assertThat(databases.probe("eu").count("book")).isEqualTo(1);
            assertThat(faults.open()).isEqualTo(1);
            assertThat(resource.isSameRM(xa.getXAResource())).isTrue();
            xa.close();
            assertThat(faults.open()).isZero();
            assertThat(faults.statements()).containsExactly("insert into book values (1)");
        }
    }

    @Test
    void preparedBranchDoesNotKeepTheDatabaseFromBeingDropped() throws Exception {
        ShardDatabases databases = ShardDatabases.postgres("eu");
        databases.probe("eu").execute("create table book (id integer)");
        XAConnection xa = databases.xaDataSource("eu").getXAConnection();
        prepared(xa);
        databases.close();
        xa.close();
    }

    private XAResource prepared(XAConnection xa) throws Exception {
        XAResource resource = xa.getXAResource();
        resource.start(branch, XAResource.TMNOFLAGS);
        try (Connection connection = xa.getConnection()) {
            connection.createStatement().executeUpdate("insert into book values (1)");
        }
        resource.end(branch, XAResource.TMSUCCESS);
        assertThat(resource.prepare(branch)).isEqualTo(XAResource.XA_OK);
        return resource;
    }
}

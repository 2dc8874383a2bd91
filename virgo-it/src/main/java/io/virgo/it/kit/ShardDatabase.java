package io.virgo.it.kit;

import io.virgo.it.kit.fault.FaultDriver;
import io.virgo.it.kit.fault.Faults;
import io.virgo.it.kit.net.TcpFaultProxy;
import org.jspecify.annotations.Nullable;

/**
 * The database of one shard.
 *
 * @param directUrl leads straight to the server
 * @param networkUrl leads through the proxy, if there is one
 * @param url leads through the fault driver and the proxy, if there are any
 */
record ShardDatabase(
        String database,
        String directUrl,
        String networkUrl,
        String url,
        @Nullable TcpFaultProxy proxy,
        @Nullable Faults faults) {

    static ShardDatabase create(DatabaseServer server, String database) {
        String url = server.create(database);
        return new ShardDatabase(database, url, url, url, null, null);
    }

    ShardDatabase withFaults(String shard) {
        Faults made = FaultDriver.install(shard, networkUrl);
        return new ShardDatabase(database, directUrl, networkUrl, made.url(), proxy, made);
    }

    ShardDatabase behindProxy(int serverPort) {
        TcpFaultProxy made = TcpFaultProxy.before(serverPort);
        String through = directUrl.replace("127.0.0.1:" + serverPort, "127.0.0.1:" + made.port());
        return new ShardDatabase(database, directUrl, through, through, made, null);
    }

    void close(DatabaseServer server) {
        if (faults != null) {
            faults.close();
        }
        if (proxy != null) {
            proxy.close();
        }
        server.drop(database, directUrl);
    }
}

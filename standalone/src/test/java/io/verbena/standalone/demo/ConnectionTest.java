package io.verbena.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.CommandTuple;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.NicDevice;
import io.verbena.nic.device.NicProperties;
import io.verbena.nic.device.NicProperties.AdminProperties;
import io.verbena.standalone.demo.Summary.Refusal;
import io.verbena.standalone.demo.Summary.Transfer;
import io.verbena.testkit.TestTokens;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two real NICs over UDP, exercised over HTTP, without the control plane. */
class ConnectionTest {
    private static final FunctionLimits LIMITS = new FunctionLimits(4, 4, 4, 4, 64L << 20);
    private static final int TIMEOUT_CODE = 14;
    private static final int TRANSFERS = Operation.values().length * RdmaAct.SIZES.size();

    private static TestTokens tokens;
    private static HttpClient http;

    @BeforeAll
    static void startIssuer() {
        tokens = TestTokens.start();
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stopIssuer() {
        http.close();
        tokens.close();
    }

    @Test
    void verifiesEveryOperationInEverySize() throws Exception {
        assertThat(transfers(0)).hasSize(TRANSFERS).allMatch(Transfer::verified);
    }

    @Test
    void verifiesEveryOperationInEverySizeThroughLoss() throws Exception {
        assertThat(transfers(5)).hasSize(TRANSFERS).allMatch(Transfer::verified);
    }

    @Test
    void refusesOneQueuePairMoreThanTheFunctionMayHave() throws Exception {
        try (NicDevice nic = nic("alone", 0)) {
            assertThat(RefusalsAct.exhaust(endpoint(nic, "127.80.0.3")))
                    .isEqualTo(new Refusal(
                            "urn:verbena:problem:verbs-limit-exceeded", "datapath", "qp", "function", 4, 4));
        }
    }

    private static List<Transfer> transfers(int lossPercent) throws Exception {
        List<Transfer> transfers = new ArrayList<>();
        try (NicDevice left = nic("left", lossPercent);
                NicDevice right = nic("right", lossPercent)) {
            Connection connection =
                    Connection.of(endpoint(left, "127.80.0.1"), endpoint(right, "127.80.0.2"), TIMEOUT_CODE, 7);
            for (Operation operation : Operation.values()) {
                for (int bytes : RdmaAct.SIZES) {
                    transfers.add(connection.transfer(operation, bytes));
                }
            }
        }
        return transfers;
    }

    private static NicDevice nic(String name, int lossPercent) throws IOException {
        return NicDevice.start(NicProperties.local(name, 2)
                .withLoss(lossPercent)
                .withAdmin(new AdminProperties(
                        new InetSocketAddress("127.0.0.1", 0), URI.create(tokens.issuer()), null, true)));
    }

    private static Endpoint endpoint(NicDevice nic, String address) throws ApiFailure {
        UUID vf = new UUID(1, address.hashCode());
        CommandTuple tuple = new CommandTuple(nic.identity().bootId(), 0, 0, vf, 1, 1, "digest");
        AdminResult result = nic.execute(new AdminCommand.ConfigureFunction(
                tuple, new FunctionSpec("blue", "blue-" + address, Gid.parse(address), LIMITS)));
        assertThat(result).isInstanceOf(AdminResult.FunctionApplied.class);
        return new Exerciser(RestClient.withToken(http, tokens.platformAdmin()), nic.adminUrl())
                .open(new VirtualFunction(address, "blue", vf, "nic", "host", address, "ACTIVE", true));
    }
}

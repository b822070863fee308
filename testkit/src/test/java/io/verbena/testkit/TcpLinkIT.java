package io.verbena.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class TcpLinkIT {
    @Test
    void takesPostgresAwayAndGivesItBack() throws SQLException {
        Postgres.Database database = Postgres.shared().database();
        try (TcpLink link = TcpLink.cutOff()) {
            String url = database.jdbcUrl().replace(":" + Postgres.shared().port(), ":" + link.port());
            assertThatThrownBy(() -> DriverManager.getConnection(url, database.user(), database.password()))
                    .isInstanceOf(SQLException.class);
            link.connect(Postgres.shared().port());
            try (var connection = DriverManager.getConnection(url, database.user(), database.password())) {
                assertThat(connection.isValid(5)).isTrue();
                link.cut();
                assertThat(connection.isValid(5)).isFalse();
            }
            link.connect(Postgres.shared().port());
            DriverManager.getConnection(url, database.user(), database.password())
                    .close();
        }
    }

    @Test
    void kafkaSendsItsClientsThroughTheLink() throws Exception {
        try (TcpLink link = TcpLink.cutOff();
                Kafka kafka = Kafka.startBehind(link)) {
            link.connect(kafka.port());
            var properties = Map.<String, Object>of("bootstrap.servers", link.address());
            try (var producer = new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer())) {
                long offset = producer.send(new ProducerRecord<>("linked", "a"))
                        .get(30, TimeUnit.SECONDS)
                        .offset();
                assertThat(offset).isZero();
                link.cut();
                assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), link.port()))
                        .isInstanceOf(ConnectException.class);
                link.connect(kafka.port());
                assertThat(producer.send(new ProducerRecord<>("linked", "b"))
                                .get(30, TimeUnit.SECONDS)
                                .hasOffset())
                        .isTrue();
            }
        }
    }
}

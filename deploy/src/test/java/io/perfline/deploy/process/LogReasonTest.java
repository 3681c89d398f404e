package io.perfline.deploy.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogReasonTest {

  @Test
  void isTheLastCauseOfTheLastException() {
    assertThat(
            LogReason.of(
                """
                28-Nov-2026 05:00:00.000 WARNING store kafka could not be checked
                org.apache.kafka.common.KafkaException: Failed to construct kafka producer
                \tat org.apache.kafka.clients.producer.KafkaProducer.<init>(KafkaProducer.java:400)
                Caused by: java.lang.IllegalStateException: wrapped
                \tat A.b(A.java:1)
                \t... 12 more
                Caused by: org.apache.kafka.common.config.ConfigException: delivery.timeout.ms too small
                \tat A.c(A.java:2)
                \t... 42 common frames omitted
                """))
        .contains("org.apache.kafka.common.config.ConfigException: delivery.timeout.ms too small");
  }

  @Test
  void isTheLastFailureIfNoneHasACause() {
    assertThat(LogReason.of("ERROR no disk\nstopping\n")).contains("ERROR no disk");
    assertThat(LogReason.of("java.lang.OutOfMemoryError: Java heap space\n\tat A.b(A.java:1)\n"))
        .contains("java.lang.OutOfMemoryError: Java heap space");
    assertThat(LogReason.of("one\nsh: 1: exec: /nowhere: not found\n\n"))
        .contains("sh: 1: exec: /nowhere: not found");
    assertThat(LogReason.of("\n")).isEmpty();
  }

  @Test
  void isEmptyWithoutAFailure() {
    String tomcat = "28-Nov-2026 05:00:00.000 INFO [main] org.apache.A.b Server startup in 9 ms\n";
    assertThat(LogReason.of(tomcat)).isEmpty();
    assertThat(LogReason.of("2026-11-28 05:00 ERROR no disk\n" + tomcat))
        .contains("2026-11-28 05:00 ERROR no disk");
    assertThat(LogReason.of("INFO: Server startup in 9 ms\n")).isEmpty();
  }

  @Test
  void endsWithoutFramesAndWithTheLastCause() {
    String log =
        """
        Application run failed
        java.lang.IllegalStateException: no pool
        \tat A.b(A.java:1)
        Caused by: java.net.ConnectException: Connection refused
        \tat A.c(A.java:2)
        \t... 42 common frames omitted
        one
        two
        """;
    assertThat(LogReason.end(log, 3))
        .containsExactly("Caused by: java.net.ConnectException: Connection refused", "one", "two");
    assertThat(LogReason.end(log, 2))
        .containsExactly("Caused by: java.net.ConnectException: Connection refused", "one", "two");
    assertThat(LogReason.end("", 2)).isEmpty();
  }

  @Test
  void isOneShortLine() {
    assertThat(LogReason.of("Caused by: a\t b " + "x".repeat(2000)).orElseThrow())
        .startsWith("a b x")
        .hasSizeLessThan(310);
  }
}

package io.perfline.recorder.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.recorder.store.kafka.KafkaStore.ListedServices;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ListedServicesTest {

  @Test
  void theNextPageContinuesAfterTheListedServices() {
    ListedServices first = ListedServices.in("");
    assertThat(first.add(service(1))).isTrue();
    assertThat(first.add(service(2))).isTrue();
    assertThat(first.add(service(1))).isFalse();
    String cursor = first.cursor("0-17.1-4");

    ListedServices second = ListedServices.in(cursor);

    assertThat(ListedServices.positions(cursor)).isEqualTo("0-17.1-4");
    assertThat(second.add(service(2))).isFalse();
    assertThat(second.add(service(3))).isTrue();
    assertThat(ListedServices.in(second.cursor("0-1")).add(service(3))).isFalse();
  }

  @Test
  void theLastPageHasNoNextPage() {
    ListedServices listed = ListedServices.in("");
    listed.add(service(1));

    assertThat(listed.cursor("")).isEmpty();
    assertThat(ListedServices.positions("0-17")).isEqualTo("0-17");
  }

  @Test
  void remembersTheLatestServicesAndAcceptsAnyCursor() {
    ListedServices listed = ListedServices.in("");
    for (int i = 0; i < 1000; i++) {
      listed.add(service(i));
    }
    String cursor = listed.cursor("0-17");

    assertThat(cursor).hasSizeLessThan(1024).matches("[A-Za-z0-9._~-]*");
    assertThat(ListedServices.in(cursor).add(service(999))).isFalse();
    assertThat(ListedServices.in(cursor).add(service(0))).isTrue();
  }

  private static UUID service(int number) {
    return UUID.nameUUIDFromBytes(new byte[] {(byte) number, (byte) (number >> 8)});
  }
}

package io.perfline.sims.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionValuesTest {

  /** The service of a comparison has stored the keys of the load before. */
  @Test
  void uuidsAreNotRepeatedByTheNextLoad() {
    SessionValues one = new SessionValues(null, 0, new RowNumbers(), 7);
    SessionValues next = new SessionValues(null, 0, new RowNumbers(), 7);

    assertThat(uuid(one)).matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-.{12}");
    assertThat(uuid(one)).isNotEqualTo(uuid(next));
    assertThat(one.thinkTime(1_000_000)).isEqualTo(next.thinkTime(1_000_000));
  }

  private static String uuid(SessionValues values) {
    ByteText text = new ByteText();
    values.addUuid(text);
    return text.toString();
  }
}

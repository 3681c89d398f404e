package io.perfline.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.file.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpsTest {

  @Test
  void isReadAsItWasWritten() throws Exception {
    WarmUps written =
        new WarmUps(
            List.of(
                new WarmUps.OfDeployment(1, 5, 3.0, 4.0),
                new WarmUps.OfDeployment(2, 9, null, 4.0)));

    assertThat(Json.MAPPER.readValue(Json.MAPPER.writeValueAsString(written), WarmUps.class))
        .isEqualTo(written);
    assertThat(written.incomplete()).isEqualTo(1);
  }
}

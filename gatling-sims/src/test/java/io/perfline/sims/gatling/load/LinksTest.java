package io.perfline.sims.gatling.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.sims.gatling.load.Visits.Links;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LinksTest {

  @Test
  void findsLinksWithAnyAddress() {
    URI page = URI.create("http://h/recorder/services/");
    UUID service = UUID.randomUUID();
    UUID recording = UUID.randomUUID();
    List<String> links =
        List.of("/about", service.toString(), "x/" + service + "/y/" + recording + "?at=1");

    assertThat(Links.service(page, links, service))
        .isEqualTo("http://h/recorder/services/" + service);
    assertThat(Links.recording(page, links)).endsWith(recording + "?at=1");
    assertThat(Links.recording(page, List.of("/about"))).isNull();
  }
}

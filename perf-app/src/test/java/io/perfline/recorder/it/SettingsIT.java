package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests the settings of a deployment. */
class SettingsIT {

  @Test
  void requiresTheConfiguredCredentials() {
    assertThat(Stand.deploy("/guarded")).startsWith("OK");
    String list = "/guarded/virtual-services/" + UUID.randomUUID() + "/recordings";

    HttpResponse<String> nobody = Stand.get(list);
    assertThat(nobody.statusCode()).isEqualTo(401);
    assertThat(nobody.headers().allValues("WWW-Authenticate")).hasSize(2);
    assertThat(with(list, "Bearer a token of the test, 0123456789").statusCode()).isEqualTo(200);
    assertThat(with(list, "Bearer a token of the test, 012345678").statusCode()).isEqualTo(401);
    assertThat(with(list, "Basic " + base64("me:a token of the test, 0123456789")).statusCode())
        .isEqualTo(200);
    assertThat(with("/guarded/", "Basic " + base64("me:wrong")).statusCode()).isEqualTo(401);
    assertThat(Stand.get("/guarded/services/" + UUID.randomUUID()).statusCode()).isEqualTo(401);
    assertThat(Stand.get("/guarded/assets/recorder.css").statusCode()).isEqualTo(401);
    assertThat(Stand.get("/guarded/metrics").statusCode()).isEqualTo(403);
    assertThat(Stand.get("/guarded/version").statusCode()).isEqualTo(200);
    assertThat(Stand.get("/guarded/health/ready").statusCode()).isEqualTo(200);
  }

  @Test
  void failsToDeployAndLogsEveryError() {
    assertThat(Stand.deploy("/wrong")).startsWith("FAIL");
    assertThat(Stand.logs())
        .contains("recorder at /wrong can't start, 3 settings are wrong")
        .contains("WRONG_STORE is 'paper'; it must be one of memory, kafka, cassandra")
        .contains("WRONG_BATCH_BYTES is 'many'")
        .contains("WRONG_KRYONET_PORTS contains '0'");
    Stand.undeploy("/wrong");
  }

  private static HttpResponse<String> with(String path, String authorization) {
    return Stand.send(
        HttpRequest.newBuilder(Stand.uri(path)).header("Authorization", authorization).build());
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}

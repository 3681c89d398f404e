package io.perfline.sims.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.kryonet.KryonetDriver;
import io.perfline.sims.driver.kryonet.Peer;
import java.util.List;
import java.util.Map;

class KryonetDriverIT extends DriverContract {

  @Override
  Driver driver() {
    return new KryonetDriver();
  }

  @Override
  String there() {
    return "recorder: {url: 'http://127.0.0.1:1/none'}";
  }

  @Override
  String nowhere() {
    return null;
  }

  @Override
  Map<String, Object> settings() {
    return Map.of("ports", 2L);
  }

  @Override
  void killServer() {
    List<ProcessHandle> peers = peers();
    assertThat(peers).hasSize(1);
    peers.forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  boolean lose(String scope) {
    return false;
  }

  @Override
  int leftOnServer(String scope) {
    return peers().size();
  }

  private static List<ProcessHandle> peers() {
    return ProcessHandle.current()
        .children()
        .filter(child -> child.info().commandLine().orElse("").contains(Peer.class.getName()))
        .toList();
  }
}

package io.perfline.core.environment;

import java.net.URI;
import java.util.List;

/**
 * The recorder under load.
 *
 * @param url where it is deployed, without a slash at the end
 * @param kryonet its Kryonet ports, none when it has none
 */
public record RecorderService(URI url, List<HostPort> kryonet) {
  public RecorderService {
    kryonet = List.copyOf(kryonet);
  }
}

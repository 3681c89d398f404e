package io.perfline.sims.driver.kryonet;

import com.esotericsoftware.minlog.Log;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.HostPort;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import java.util.List;

/**
 * Drives servers with Kryonet's client. A request is one message, whose acknowledgement contains
 * its id.
 */
public final class KryonetDriver implements Driver {

  static final String ELEMENTS = "elements";
  static final String ROUGH_LOAD = "rough_load";
  static final String PORTS = "ports";
  static final String BUFFER_CLIENT = "buffer_client";
  static final String BUFFER_SERVER = "buffer_server";

  static {
    Log.ERROR(); // Otherwise Kryonet would write a line per connection to standard output.
  }

  @Override
  public String name() {
    return "kryonet";
  }

  @Override
  public List<SettingKey> keys() {
    return List.of(
        SettingKey.count(
            CaseSettings.MESSAGE_BYTES,
            100L,
            "Sets the bytes of a message before Kryo serializes it."),
        SettingKey.count(
            ELEMENTS,
            null,
            "Sends a map with an id and this number of 16-byte elements, as in the published tests,"
                + " instead of a recording."),
        SettingKey.count(
            ROUGH_LOAD,
            null,
            "Limits the rate: a connection sleeps 1 ms after every thousandth of this number of"
                + " messages."),
        SettingKey.count(
            PORTS,
            1L,
            "Sets the number of server ports, to which connections are assigned in turn."),
        SettingKey.count(
            BUFFER_CLIENT,
            null,
            "Sets the bytes of the client's buffers. By default all requests in flight fit."),
        SettingKey.count(
            BUFFER_SERVER,
            null,
            "Sets the bytes of the bare server's buffers. The default is the client's."));
  }

  @Override
  public List<Target> targets() {
    return List.of(Target.RECORDER, Target.DIRECT);
  }

  @Override
  public void check(Environment environment, Target target) {
    if (target == Target.RECORDER) {
      environment.recorder();
    }
  }

  @Override
  public Session open(Environment environment, Target target, String scope, CaseSettings settings) {
    Log.NONE(); // Otherwise Kryonet would write a line per lost connection to standard output.
    check(target, settings);
    Buffers buffers = Buffers.of(settings);
    int wanted = settings.number(PORTS);
    if (target == Target.DIRECT) {
      Peer peer = Peer.start(wanted, buffers.serverWrite(), buffers.serverObject());
      return new KryonetSession(peer.ports(), scope, settings, buffers, peer::close);
    }
    List<HostPort> ports = environment.recorder().kryonet();
    if (ports.size() < wanted) {
      throw new DriverException(
          "the case requires %d Kryonet ports, the environment names %d: %s"
              .formatted(wanted, ports.size(), ports));
    }
    // The stored messages belong to the recorder, so nothing is removed.
    return new KryonetSession(ports.subList(0, wanted), scope, settings, buffers, () -> {});
  }

  private static void check(Target target, CaseSettings settings) {
    if (!settings.has(ELEMENTS)) {
      return;
    }
    int bytes = Elements.bytes(settings.number(ELEMENTS));
    if (target == Target.RECORDER || settings.number(CaseSettings.MESSAGE_BYTES) != bytes) {
      throw new DriverException(
          "%d elements make a message of %d bytes, which only the bare peer accepts: set message_bytes to it and the target to direct"
              .formatted(settings.number(ELEMENTS), bytes));
    }
  }
}

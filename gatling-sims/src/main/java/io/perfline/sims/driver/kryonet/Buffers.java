package io.perfline.sims.driver.kryonet;

import io.perfline.sims.driver.CaseSettings;

/**
 * The sizes of Kryonet's buffers, in bytes. A write buffer that overflows corrupts its stream, and
 * an object larger than the receiver's buffer closes the connection. By default, write buffers can
 * contain everything in flight, and object buffers one message.
 */
public record Buffers(int clientWrite, int clientObject, int serverWrite, int serverObject) {

  /** The size of a message without its data: ids, URL, lengths. */
  private static final int OVERHEAD = 128;

  private static final int MIN_BYTES = 16_384;

  public static Buffers of(CaseSettings settings) {
    int message = settings.number(CaseSettings.MESSAGE_BYTES) + OVERHEAD;
    int all = Math.max(MIN_BYTES, Math.multiplyExact(message, settings.number("in_flight")));
    int client = or(settings, KryonetDriver.BUFFER_CLIENT, all);
    int server = or(settings, KryonetDriver.BUFFER_SERVER, client);
    return new Buffers(client, Math.max(message, client), server, Math.max(message, server));
  }

  private static int or(CaseSettings settings, String key, int defaultValue) {
    return settings.has(key) ? settings.number(key) : defaultValue;
  }
}

package io.perfline.sims.driver;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import io.perfline.recorder.message.MessageKryo;
import io.perfline.recorder.message.Recording;
import java.util.SplittableRandom;
import java.util.UUID;

/** Recorded messages made before the load, with random data; a few, sent over and over. */
public final class Recordings {

  private static final long TIME = 1_700_000_000_000L;
  private static final int OVERHEAD = 128;

  private final Payloads payloads;
  private final SplittableRandom random;
  private final UUID virtualService;

  /**
   * @param dataBytes the length of each message's data
   */
  public Recordings(int dataBytes, long seed) {
    payloads = new Payloads(dataBytes, seed);
    random = new SplittableRandom(seed);
    virtualService = uuid();
  }

  /** How many distinct ones there are. */
  public int count() {
    return payloads.count();
  }

  /** The {@code index}th data, under an id of its own. */
  public Recording recording(long index) {
    String url = "/orders/%07d".formatted(index);
    return new Recording(uuid(), virtualService, url, 200, TIME + index, payloads.body(index));
  }

  /**
   * All of them, each with an id of its own, serialized with Kryo; all of one length, so that every
   * batch of them is as large as the next.
   */
  public byte[][] serialized() {
    Kryo kryo = new Kryo();
    MessageKryo.register(kryo);
    byte[][] all = new byte[count()][];
    for (int i = 0; i < all.length; i++) {
      Recording recording = recording(i);
      Output output = new Output(recording.data().length + OVERHEAD, -1);
      kryo.writeObject(output, recording);
      all[i] = output.toBytes();
    }
    return all;
  }

  private UUID uuid() {
    return new UUID(random.nextLong(), random.nextLong());
  }
}

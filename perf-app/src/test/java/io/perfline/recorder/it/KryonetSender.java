package io.perfline.recorder.it;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryonet.Client;
import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.KryoSerialization;
import com.esotericsoftware.kryonet.Listener;
import com.esotericsoftware.minlog.Log;
import io.perfline.recorder.message.MessageKryo;
import io.perfline.recorder.message.Refused;
import io.perfline.recorder.message.Stored;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Sends with Kryonet's own client, one window at a time, and reconnects if necessary. */
final class KryonetSender extends Sender {

  private static final int WINDOW = 200;
  private static final int BUFFER = 6 * 1024 * 1024;

  /** Number of the largest messages that fit into the client's write buffer. */
  private static final int MIXED_WINDOW = 2;

  private final int port;
  private final LinkedBlockingQueue<Integer> refused = new LinkedBlockingQueue<>();
  private final AtomicInteger refusals = new AtomicInteger();

  KryonetSender(Messages messages, int port) {
    super(messages);
    this.port = port;
    Log.set(Log.LEVEL_NONE);
  }

  @Override
  void send() throws Exception {
    while (wantsMore()) {
      try {
        sendOverOneConnection();
      } catch (IOException e) {
        LockSupport.parkNanos(100_000_000L);
      }
    }
  }

  /** Returns the number of refused messages. */
  int refusals() {
    return refusals.get();
  }

  private void sendOverOneConnection() throws IOException, InterruptedException {
    Kryo kryo = new Kryo();
    MessageKryo.register(kryo);
    Client client = new Client(2 * BUFFER, BUFFER, new KryoSerialization(kryo));
    Semaphore window = new Semaphore(messages.mixed() ? MIXED_WINDOW : WINDOW);
    refused.clear();
    client.addListener(
        new Listener() {
          @Override
          public void received(Connection connection, Object reply) {
            if (reply instanceof Stored stored) {
              acknowledge(number(stored.id()));
              window.release();
            } else if (reply instanceof Refused refusal) {
              refusals.incrementAndGet();
              refused.add(number(refusal.id()));
              window.release();
            }
          }
        });
    client.start();
    // Kryonet's client ends its thread with an exception if its selector is closed.
    client.getUpdateThread().setUncaughtExceptionHandler((thread, ended) -> {});
    try {
      client.connect(5000, "127.0.0.1", port);
      for (int i = 0; wants(i) && client.isConnected(); i++) {
        if (!isAcknowledged(i)) {
          send(client, window, i);
          pauseIfEndless();
        }
      }
      while (client.isConnected() && wantsMore()) {
        Integer again = refused.poll(100, TimeUnit.MILLISECONDS);
        if (again != null) {
          LockSupport.parkNanos(2_000_000L);
          send(client, window, again);
        }
      }
    } finally {
      client.stop();
      client.dispose();
    }
  }

  private void send(Client client, Semaphore window, int number) throws InterruptedException {
    while (!window.tryAcquire(100, TimeUnit.MILLISECONDS)) {
      if (!client.isConnected()) {
        return;
      }
    }
    client.sendTCP(messages.get(number));
  }

  private int number(UUID id) {
    return messages.number(id);
  }
}

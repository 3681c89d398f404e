package io.perfline.recorder.ingress.kryonet;

import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryonet.FrameworkMessage;
import io.perfline.recorder.core.ByteBudget;
import io.perfline.recorder.core.RecordLocator;
import io.perfline.recorder.core.Recorder;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Reservation;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.message.Recording;
import io.perfline.recorder.message.Refused;
import io.perfline.recorder.message.Stored;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The connection of one client. Except for {@link #reply}, only the loop's thread uses it. It reads
 * one buffer at a time, so that no client delays the others. It does not read while too many
 * replies are waiting, and it is closed if the client accepts none for too long.
 */
final class ClientConnection implements FrameReader.Reader {

  /** The time without any received bytes after which Kryonet considers a client disconnected. */
  private static final long SILENCE_NANOS = Duration.ofSeconds(12).toNanos();

  private static final long KEEP_ALIVE_NANOS = Duration.ofSeconds(8).toNanos();

  /** The time within which a frame must be complete and a reply must be accepted. */
  private static final long STALL_NANOS = Duration.ofSeconds(10).toNanos();

  /** The size up to which a frame needs no reserved room. */
  private static final int SMALL_FRAME = 64 * 1024;

  private final SocketChannel channel;
  private final SelectionKey key;
  private final KryonetLoop loop;
  private final Recorder.Intake intake;
  private final KryoCodec codec;
  private final FrameReader frames;
  private final ByteBudget frameBudget;
  private final Outgoing outgoing = new Outgoing();

  private final ConcurrentLinkedQueue<Object> replies = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean announced = new AtomicBoolean();

  private boolean taking;
  private Reservation reservation = Reservation.NONE;
  private long readAt;
  private long frameBegunAt;

  ClientConnection(
      SocketChannel channel,
      SelectionKey key,
      KryonetLoop loop,
      Recorder.Intake intake,
      KryoCodec codec,
      ByteBudget frameBudget) {
    this.channel = channel;
    this.key = key;
    this.loop = loop;
    this.intake = intake;
    this.codec = codec;
    this.frameBudget = frameBudget;
    this.frames = new FrameReader(codec.maxFrameBytes());
    this.readAt = System.nanoTime();
  }

  /** Sends Kryonet's greeting, which a client needs in order to be connected. */
  void greet(int id) throws IOException {
    FrameworkMessage.RegisterTCP greeting = new FrameworkMessage.RegisterTCP();
    greeting.connectionID = id;
    codec.write(outgoing.bytes(), greeting);
    flush();
  }

  /**
   * Reads once and records the messages.
   *
   * @throws IOException if the connection must be closed
   */
  void read(ByteBuffer buffer) throws IOException {
    buffer.clear();
    int count = channel.read(buffer);
    if (count < 0) {
      throw new IOException("closed by the client");
    }
    if (count == 0) {
      return;
    }
    readAt = System.nanoTime();
    if (!frames.midFrame()) {
      frameBegunAt = readAt;
    }
    taking = true;
    try {
      frames.take(buffer.array(), count, this);
    } finally {
      taking = false;
    }
    takeRoom();
    flush();
  }

  /**
   * Reserves room for an incomplete large frame. If there is none, nothing more is read for now.
   */
  void takeRoom() {
    int needed = frames.announced();
    if (needed <= SMALL_FRAME) {
      needed = 0;
    }
    if (needed != reservation.bytes()) {
      reservation.close();
      reservation = frameBudget.tryReserve(needed).orElse(Reservation.NONE);
    }
  }

  /** Returns whether the rest of a frame has to wait for room. */
  boolean lacksRoom() {
    return reservation.bytes() == 0 && frames.announced() > SMALL_FRAME;
  }

  @Override
  public void frame(byte[] bytes, int offset, int length) {
    frameBegunAt = readAt;
    Object object = codec.read(bytes, offset, length);
    if (object instanceof Recording recording) {
      intake.submit(new KryonetMessage(recording));
    } else if (object instanceof FrameworkMessage.Ping ping && !ping.isReply) {
      ping.isReply = true;
      codec.write(outgoing.bytes(), ping);
    }
  }

  /** Sends a reply, from any thread. */
  void reply(Object reply) {
    if (taking && loop.isThisThread()) {
      codec.write(outgoing.bytes(), reply); // sent together with the other replies to this read
      return;
    }
    replies.add(reply);
    if (announced.compareAndSet(false, true)) {
      loop.hasReplies(this);
    }
  }

  /** Sends the replies that other threads have added. */
  void sendReplies() throws IOException {
    announced.set(false);
    for (Object reply = replies.poll(); reply != null; reply = replies.poll()) {
      codec.write(outgoing.bytes(), reply);
    }
    flush();
  }

  /** Writes as much as the socket accepts, and sets the events to wait for. */
  void flush() throws IOException {
    outgoing.writeTo(channel);
    int ops = 0;
    if (outgoing.pending() > 0) {
      ops |= SelectionKey.OP_WRITE;
    }
    if (!outgoing.full() && !lacksRoom()) {
      ops |= SelectionKey.OP_READ;
    }
    if (key.interestOps() != ops) {
      key.interestOps(ops);
    }
  }

  /** Returns the size of the waiting replies in bytes. */
  int pending() {
    return outgoing.pending();
  }

  /**
   * Sends a keep-alive message if one is due.
   *
   * @throws IOException if the client is silent or stalls
   */
  void tick(long now) throws IOException {
    if (outgoing.pending() > 0) {
      if (now - outgoing.takenAt() > STALL_NANOS) {
        throw new IOException("the client takes no replies");
      }
      return;
    }
    if (frames.midFrame() && now - frameBegunAt > STALL_NANOS) {
      throw new IOException("a message was begun and not completed");
    }
    if (now - readAt > SILENCE_NANOS) {
      throw new IOException("the client has sent nothing for too long");
    }
    if (now - outgoing.takenAt() > KEEP_ALIVE_NANOS) {
      codec.write(outgoing.bytes(), FrameworkMessage.keepAlive);
      flush();
    }
  }

  void close() {
    reservation.close();
    key.cancel();
    try {
      channel.close();
    } catch (IOException e) {
      // The channel is unusable in any case.
    }
  }

  /** A message whose reply is sent over this connection. */
  private final class KryonetMessage extends Submission {

    KryonetMessage(Recording recording) {
      super(recording);
    }

    @Override
    protected void onStored(RecordLocator locator) {
      reply(new Stored(recording().id()));
    }

    @Override
    protected void onRefused(Refusal refusal) {
      reply(new Refused(recording().id(), refusal.kind().text(), refusal.detail()));
    }
  }

  /** The replies that wait until the client accepts them. */
  private static final class Outgoing {

    private static final int START = 512;
    private static final int MAX = 16 * 1024 * 1024;

    /** The size of waiting replies in bytes at which reading pauses. */
    private static final int FULL = 64 * 1024;

    private final Output bytes = new Output(START, MAX);
    private int flushed;
    private boolean waiting;
    private long takenAt = System.nanoTime();

    /** Returns the output to which replies are appended. */
    Output bytes() {
      return bytes;
    }

    /** Returns the number of waiting bytes. */
    int pending() {
      return bytes.position() - flushed;
    }

    boolean full() {
      return pending() >= FULL;
    }

    /**
     * Returns the {@link System#nanoTime} at which the client last accepted bytes, or at which
     * bytes first had to wait.
     */
    long takenAt() {
      return takenAt;
    }

    /** Writes as much as the client accepts now. */
    void writeTo(WritableByteChannel client) throws IOException {
      int pending = pending();
      if (pending > 0) {
        int written = client.write(ByteBuffer.wrap(bytes.getBuffer(), flushed, pending));
        if (written > 0 || !waiting) {
          takenAt = System.nanoTime();
        }
        flushed += written;
        pending -= written;
      }
      waiting = pending > 0;
      if (!waiting) {
        reset();
      } else if (flushed > bytes.getBuffer().length / 2) {
        System.arraycopy(bytes.getBuffer(), flushed, bytes.getBuffer(), 0, pending);
        bytes.setPosition(pending);
        flushed = 0;
      }
    }

    private void reset() {
      flushed = 0;
      if (bytes.getBuffer().length > FULL) {
        bytes.setBuffer(new byte[START], MAX);
      } else {
        bytes.setPosition(0);
      }
    }
  }
}

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
 * One client. All but {@link #reply} belongs to the thread of its loop. It is read from in turns of
 * one buffer, so that none starves the others; it is not read from while its replies pile up, and
 * closed when it takes none for too long.
 */
final class ClientConnection implements FrameReader.Reader {

  /** Kryonet's own: a client that has sent nothing for so long, not even a keep-alive, is gone. */
  private static final long SILENCE_NANOS = Duration.ofSeconds(12).toNanos();

  private static final long KEEP_ALIVE_NANOS = Duration.ofSeconds(8).toNanos();

  /** A frame that has begun must end, and a reply be taken, within that time. */
  private static final long STALL_NANOS = Duration.ofSeconds(10).toNanos();

  /** A frame up to this size needs no room of its own. */
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

  /** Kryonet's greeting, without which its client doesn't count itself as connected. */
  void greet(int id) throws IOException {
    FrameworkMessage.RegisterTCP greeting = new FrameworkMessage.RegisterTCP();
    greeting.connectionID = id;
    codec.write(outgoing.bytes(), greeting);
    flush();
  }

  /** Reads once and records what came. Throws when the connection is to be closed. */
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

  /** Takes room for the frame that has begun; without it, nothing more is read for now. */
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

  /** Whether it has to wait for room before more of its frame is read. */
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
      codec.write(outgoing.bytes(), reply); // sent with all the others when this reading ends
      return;
    }
    replies.add(reply);
    if (announced.compareAndSet(false, true)) {
      loop.hasReplies(this);
    }
  }

  /** Sends the replies that came from other threads. */
  void sendReplies() throws IOException {
    announced.set(false);
    for (Object reply = replies.poll(); reply != null; reply = replies.poll()) {
      codec.write(outgoing.bytes(), reply);
    }
    flush();
  }

  /** Writes what the socket takes, and sets what is waited for next. */
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

  /** Bytes of replies that wait for the client. */
  int pending() {
    return outgoing.pending();
  }

  /** Now and then: keeps alive, and throws when the client has gone or stalls. */
  void tick(long now) throws IOException {
    if (outgoing.pending() > 0) {
      if (now - outgoing.takenAt() > STALL_NANOS) {
        throw new IOException("the client takes no replies");
      }
      return;
    }
    if (frames.midFrame() && now - frameBegunAt > STALL_NANOS) {
      throw new IOException("a message has begun and does not end");
    }
    if (now - readAt > SILENCE_NANOS) {
      throw new IOException("the client is silent");
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
      // It is gone in any case.
    }
  }

  /** A message that came over the connection, which its reply goes back to. */
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

  /** Replies on their way to a client. For the thread of its loop. */
  private static final class Outgoing {

    private static final int START = 512;
    private static final int MAX = 16 * 1024 * 1024;

    /** With so many bytes waiting, nothing more is read from the client. */
    private static final int FULL = 64 * 1024;

    private final Output bytes = new Output(START, MAX);
    private int flushed;
    private boolean waiting;
    private long takenAt = System.nanoTime();

    /** Where replies are appended. */
    Output bytes() {
      return bytes;
    }

    /** How many wait for the client. */
    int pending() {
      return bytes.position() - flushed;
    }

    boolean full() {
      return pending() >= FULL;
    }

    /** When the client has last taken some, or the first of those that wait came. */
    long takenAt() {
      return takenAt;
    }

    /** Writes what the client takes now. */
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

package io.perfline.sims.driver.http;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLHandshakeException;

/** A connection with TLS. */
final class TlsTransport implements Transport {

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
  private static final int RECORD_HEADER = 5;

  private final SocketChannel channel;
  private final ByteBuffer sending;
  private final SSLEngine engine;

  /** Bytes from the network that have not been decrypted yet, up to the buffer's position. */
  private final ByteBuffer received;

  /** Encrypted bytes that have not been sent yet, from the buffer's position on. */
  private final ByteBuffer encrypted;

  /** Decrypted bytes that do not fit into the response's buffer; empty until they are needed. */
  private ByteBuffer decrypted = NOTHING;

  /**
   * @param sending a buffer that all connections share
   */
  TlsTransport(SocketChannel channel, HttpAddress address, ByteBuffer sending) throws IOException {
    this.channel = channel;
    this.sending = sending;
    engine = address.tlsEngine();
    received = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    encrypted = ByteBuffer.allocate(engine.getSession().getPacketBufferSize()).limit(0);
    engine.beginHandshake();
  }

  @Override
  public boolean shakeHands() throws IOException {
    while (flush()) {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> runTasks();
        case NEED_WRAP -> encrypt(NOTHING);
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (!takeHandshake()) {
            return false;
          }
        }
        default -> {
          return true;
        }
      }
    }
    return false;
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  /** Processes received bytes of the handshake; returns false if more bytes are needed. */
  private boolean takeHandshake() throws IOException {
    SSLEngineResult result = decrypt(NOTHING);
    return switch (result.getStatus()) {
      case OK -> true;
      case BUFFER_UNDERFLOW -> {
        int count = channel.read(received);
        if (count < 0) {
          throw new SSLHandshakeException("the server ended the handshake");
        }
        yield count > 0;
      }
      default -> throw new SSLHandshakeException("the handshake failed: " + result.getStatus());
    };
  }

  @Override
  public int read(ByteBuffer room) throws IOException {
    if (decrypted.hasRemaining()) {
      return takeDecrypted(room);
    }
    while (true) {
      SSLEngineResult result = decrypt(room);
      switch (result.getStatus()) {
        case OK -> {
          if (result.bytesProduced() > 0) {
            return result.bytesProduced();
          }
          if (!shakeHands()) { // a TLS message, which may require a reply
            return 0;
          }
        }
        case BUFFER_OVERFLOW -> {
          return decryptApart(room);
        }
        case BUFFER_UNDERFLOW -> {
          int count = channel.read(received);
          if (count <= 0) {
            return count;
          }
        }
        default -> {
          return -1;
        }
      }
    }
  }

  /** Decrypts bytes that do not all fit into the response's buffer. */
  private int decryptApart(ByteBuffer room) throws IOException {
    ByteBuffer all = decrypted.capacity() > 0 ? decrypted : ByteBuffer.allocate(applicationBytes());
    decrypted = all.clear();
    SSLEngineResult result = decrypt(all);
    all.flip();
    if (!all.hasRemaining()) {
      throw new SocketException("a record of TLS cannot be read: " + result.getStatus());
    }
    return takeDecrypted(room);
  }

  private int applicationBytes() {
    return engine.getSession().getApplicationBufferSize();
  }

  private int takeDecrypted(ByteBuffer room) {
    int count = Math.min(room.remaining(), decrypted.remaining());
    room.put(room.position(), decrypted, decrypted.position(), count);
    room.position(room.position() + count);
    decrypted.position(decrypted.position() + count);
    return count;
  }

  private SSLEngineResult decrypt(ByteBuffer room) throws IOException {
    received.flip();
    try {
      return engine.unwrap(received, room);
    } finally {
      received.compact();
    }
  }

  @Override
  public boolean hasMore() {
    int length = received.position();
    return decrypted.hasRemaining()
        || (length >= RECORD_HEADER
            && length >= RECORD_HEADER + Short.toUnsignedInt(received.getShort(3)));
  }

  @Override
  public void send(UnsentBytes request) throws IOException {
    while (flush() && request.isLeft()) {
      request.copyTo(sending);
      request.sent(encrypt(sending));
    }
  }

  private int encrypt(ByteBuffer plain) throws IOException {
    encrypted.clear();
    SSLEngineResult result;
    try {
      result = engine.wrap(plain, encrypted);
    } finally {
      encrypted.flip();
    }
    if (result.getStatus() != SSLEngineResult.Status.OK) {
      throw new SocketException("the server has closed the connection");
    }
    return result.bytesConsumed();
  }

  /** Returns whether all encrypted bytes were sent. */
  private boolean flush() throws IOException {
    if (encrypted.hasRemaining()) {
      channel.write(encrypted);
    }
    return !encrypted.hasRemaining();
  }

  @Override
  public boolean isBlocked() {
    return encrypted.hasRemaining();
  }

  /**
   * Closes the connection, and notifies the server if that does not take time. If the server has
   * closed the connection before, it cannot be notified, and the system may report a broken pipe.
   */
  @Override
  public void close() {
    try (channel) {
      if (!encrypted.hasRemaining()) {
        engine.closeOutbound();
        encrypt(NOTHING);
        flush();
      }
    } catch (IOException failed) {
      // The failure that broke the connection was already reported as its request's result.
    }
  }
}

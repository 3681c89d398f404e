package io.perfline.cli.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Passes on the lines that are messages of JSON-RPC, and answers all others with an error. The
 * SDK's transport would stop reading at the first line that it can't interpret.
 */
final class RequestLines extends InputStream {

  private static final int MAX_BYTES = 1 << 20;

  private final InputStream source;
  private final OutputStream replies;
  private final McpJsonMapper mapper;
  private final Runnable atEnd;
  private byte[] line = {};
  private int next;

  /**
   * @param replies the stream of the transport, which is locked while a message is written
   * @param atEnd called when the client has closed the connection
   */
  RequestLines(InputStream source, OutputStream replies, McpJsonMapper mapper, Runnable atEnd) {
    this.source = new BufferedInputStream(source);
    this.replies = replies;
    this.mapper = mapper;
    this.atEnd = atEnd;
  }

  @Override
  public int read() throws IOException {
    return fill() ? line[next++] & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int copied = Math.min(length, line.length - next);
    System.arraycopy(line, next, target, from, copied);
    next += copied;
    return copied;
  }

  /** Reads the next message if the last one has been passed on; returns false at the end. */
  private boolean fill() throws IOException {
    while (next == line.length) {
      byte[] bytes = readLine();
      if (bytes == null) {
        atEnd.run();
        return false;
      }
      if (isMessage(new String(bytes, StandardCharsets.UTF_8))) {
        line = bytes;
        next = 0;
      }
    }
    return true;
  }

  /** Returns a line with its line feed; null at the end. A line that is too long is empty. */
  private byte[] readLine() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean tooLong = false;
    int one;
    while ((one = source.read()) >= 0 && one != '\n') {
      tooLong |= bytes.size() >= MAX_BYTES;
      if (!tooLong) {
        bytes.write(one);
      }
    }
    if (tooLong) {
      refuse(McpSchema.ErrorCodes.INVALID_REQUEST, "a message has at most 1 MiB");
      bytes.reset();
    } else if (one < 0 && bytes.size() == 0) {
      return null;
    }
    bytes.write('\n');
    return bytes.toByteArray();
  }

  private boolean isMessage(String text) throws IOException {
    if (text.isBlank()) {
      return false;
    }
    try {
      McpSchema.deserializeJsonRpcMessage(mapper, text);
      return true;
    } catch (JsonProcessingException e) {
      refuse(McpSchema.ErrorCodes.PARSE_ERROR, "the line is not a JSON object");
    } catch (IllegalArgumentException | IOException e) {
      refuse(McpSchema.ErrorCodes.INVALID_REQUEST, "the line is not a message of JSON-RPC 2.0");
    }
    return false;
  }

  private void refuse(int code, String message) throws IOException {
    String reply =
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":%d,\"message\":\"%s\"}}\n"
            .formatted(code, message);
    synchronized (replies) {
      replies.write(reply.getBytes(StandardCharsets.UTF_8));
      replies.flush();
    }
  }
}

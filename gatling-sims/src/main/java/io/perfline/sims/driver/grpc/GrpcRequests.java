package io.perfline.sims.driver.grpc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import io.perfline.sims.driver.ByteText;
import io.perfline.sims.driver.http.Requests;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sends the requests of a scenario on one connection as gRPC calls over HTTP/2. The JSON of a
 * request is sent as a protobuf message, and the response's message is passed on as JSON, with the
 * gRPC status.
 */
final class GrpcRequests implements Requests {

  private static final int HTTP_OK = 200;
  private static final int PREFIX = 5;
  private static final Duration LATER = Duration.ofSeconds(1);
  private static final long LONGEST_DEADLINE = 99_999_999; // the header has eight digits
  private static final byte[] HEAD_END = {'\r', '\n', '\r', '\n'};

  /**
   * The last header of a scenario's request. A call omits it, so that the headers of all calls are
   * equal.
   */
  private static final byte[] CONTENT_LENGTH = "\r\nContent-Length: ".getBytes(US_ASCII);

  /** A gRPC method as one of the scenario's requests calls it. */
  private static final class Call {

    private final MethodDescriptor method;

    /** The previous request, as the scenario wrote it. */
    private byte[] source = {};

    /** The gRPC form of the previous request. */
    private byte[] translated;

    private int messageBytes;

    Call(MethodDescriptor method) {
      this.method = method;
    }
  }

  private final Requests scenario;
  private final GrpcServices services;
  private final byte[] headers;
  private final List<Call> calls = new ArrayList<>();
  private final Written written = new Written();
  private final Answer answer = new Answer();
  private long payloadBytes;

  /**
   * @param scenario writes each request in the form of HTTP/1.1, with its message as JSON
   * @param timeout the timeout of a call; the server's deadline is a second later, so that late
   *     calls are always ended by the client
   */
  GrpcRequests(Requests scenario, GrpcServices services, Duration timeout) {
    this.scenario = scenario;
    this.services = services;
    headers =
        "\r\nTE: trailers\r\ngrpc-timeout: %dm\r\n\r\n"
            .formatted(Math.min(LONGEST_DEADLINE, timeout.plus(LATER).toMillis()))
            .getBytes(US_ASCII);
  }

  @Override
  public int parts() {
    return scenario.parts();
  }

  @Override
  public int firstPart() {
    return scenario.firstPart();
  }

  @Override
  public void begin() {
    payloadBytes = 0;
    scenario.begin();
  }

  @Override
  public boolean measuresParts() {
    return scenario.measuresParts();
  }

  @Override
  public long pauseNanos() {
    return scenario.pauseNanos();
  }

  @Override
  public long payloadBytes() {
    return payloadBytes;
  }

  @Override
  public void write(OutputStream out, int part) throws IOException {
    scenario.write(written, part);
    Call call = call(scenario.firstPart() + part);
    if (!written.equals(call.source)) {
      translate(call);
    }
    payloadBytes += call.messageBytes;
    out.write(call.translated);
  }

  private Call call(int index) {
    while (calls.size() <= index) {
      calls.add(null);
    }
    if (calls.get(index) == null) {
      int from = written.find((byte) ' ', written.from) + 2;
      int to = written.find((byte) ' ', from);
      String name = new String(written.bytes, from, to - from, US_ASCII);
      calls.set(index, new Call(services.method(name)));
    }
    return calls.get(index);
  }

  private void translate(Call call) throws IOException {
    int head = written.find(CONTENT_LENGTH, written.from) - written.from;
    int from = written.find(HEAD_END, written.from) + HEAD_END.length;
    String json = new String(written.bytes, from, written.from + written.length - from, UTF_8);
    byte[] message;
    try {
      message = services.encode(call.method.getInputType(), json);
    } catch (InvalidProtocolBufferException e) {
      throw new UnfitMessage(e);
    }
    call.messageBytes = message.length;
    call.translated =
        ByteBuffer.allocate(head + headers.length + PREFIX + message.length)
            .put(written.bytes, written.from, head)
            .put(headers)
            .put((byte) 0) // not compressed
            .putInt(message.length)
            .put(message)
            .array();
    call.source = Arrays.copyOfRange(written.bytes, written.from, written.from + written.length);
  }

  @Override
  public AnswerListener answer(int part) {
    answer.begin(scenario.answer(part));
    return answer;
  }

  @Override
  public String failure(int part, int status) {
    if (status != HTTP_OK) {
      return scenario.failure(part, status);
    }
    String failure = answer.failure();
    if (failure != null) {
      return failure;
    }
    try {
      answer.passOn(calls.get(scenario.firstPart() + part).method);
    } catch (InvalidProtocolBufferException e) {
      return "malformed message";
    }
    return scenario.failure(part, answer.status);
  }

  /**
   * Thrown for a message with values that its type does not allow; its simple name is the error
   * kind.
   */
  private static final class UnfitMessage extends IOException {

    private static final long serialVersionUID = 1;

    UnfitMessage(IOException reason) {
      super(reason);
    }
  }

  /** Receives a request from the scenario. */
  private static final class Written extends OutputStream {

    private byte[] bytes;
    private int from;
    private int length;

    @Override
    public void write(int one) {
      throw new UnsupportedOperationException("a request is written at once");
    }

    @Override
    public void write(byte[] request, int begin, int count) {
      bytes = request;
      from = begin;
      length = count;
    }

    boolean equals(byte[] other) {
      return Arrays.equals(bytes, from, from + length, other, 0, other.length);
    }

    int find(byte wanted, int begin) {
      int at = begin;
      while (bytes[at] != wanted) {
        at++;
      }
      return at;
    }

    int find(byte[] wanted, int begin) {
      for (int at = begin; at <= from + length - wanted.length; at++) {
        if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
          return at;
        }
      }
      throw new IllegalArgumentException("a request without headers");
    }
  }

  /**
   * Collects a response until it is complete, and then passes its message to the scenario as JSON.
   */
  private final class Answer implements AnswerListener {

    private static final int NONE = -1;
    private static final int MAX_BYTES = 16 << 20;
    private static final byte[] STATUS = "grpc-status: ".getBytes(US_ASCII);

    private final ByteText body = new ByteText();
    private AnswerListener listener;
    private int status;
    private boolean cutOff;

    void begin(AnswerListener next) {
      listener = next;
      status = NONE;
      cutOff = false;
      body.clear();
    }

    @Override
    public boolean isHeadAlone() {
      return false;
    }

    @Override
    public void header(byte[] bytes, int from, int to) {
      int value = from + STATUS.length;
      if (to > value && Arrays.equals(bytes, from, value, STATUS, 0, STATUS.length)) {
        status = 0;
        for (int at = value; at < to; at++) {
          status = 10 * status + bytes[at] - '0';
        }
      }
      listener.header(bytes, from, to);
    }

    @Override
    public void body(byte[] bytes, int from, int length) {
      if (body.length() + length > MAX_BYTES) {
        cutOff = true;
      } else {
        body.add(bytes, from, length);
      }
    }

    /**
     * Returns the error kind of a response that violates the gRPC protocol; null for a valid one.
     */
    String failure() {
      if (status == NONE) {
        return "no grpc-status";
      } else if (status != 0) {
        return null;
      } else if (cutOff) {
        return "message longer than 16 MiB";
      } else if (body.length() < PREFIX) {
        return "no message";
      } else if (body.bytes()[0] != 0) {
        return "compressed message";
      }
      int length = ByteBuffer.wrap(body.bytes(), 1, PREFIX - 1).getInt();
      return length == body.length() - PREFIX ? null : "not one message";
    }

    void passOn(MethodDescriptor method) throws InvalidProtocolBufferException {
      if (status == 0 && listener.usesBody()) {
        int length = body.length() - PREFIX;
        byte[] json =
            services.decode(method.getOutputType(), body.bytes(), PREFIX, length).getBytes(UTF_8);
        listener.body(json, 0, json.length);
      }
    }
  }
}

package io.perfline.gate.publish;

import com.google.protobuf.CodedOutputStream;
import io.perfline.core.command.Fault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import org.xerial.snappy.Snappy;

/**
 * Sends metrics by Prometheus' remote write 1.0: a {@code WriteRequest} in protobuf, compressed
 * with Snappy. The field numbers are those of Prometheus' {@code remote.proto} and {@code
 * types.proto}.
 */
final class RemoteWrite implements MetricsTarget.Writer {

  private static final Map<String, String> FORMAT =
      Map.of(
          "Content-Type", "application/x-protobuf",
          "Content-Encoding", "snappy",
          "X-Prometheus-Remote-Write-Version", "0.1.0");

  /** Writes the fields of one protobuf message. */
  private interface Fields {
    void writeTo(CodedOutputStream out) throws IOException;
  }

  private final MetricsPost post;

  RemoteWrite(URI url, Map<String, String> headers) {
    this.post = new MetricsPost(url, headers);
  }

  @Override
  public void write(RunMetrics metrics) {
    try {
      post.send(Snappy.compress(request(metrics)), FORMAT);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot compress metrics for " + post.url(), e);
    }
  }

  private static byte[] request(RunMetrics metrics) throws IOException {
    long millis = metrics.time().toEpochMilli();
    return message(
        out -> {
          for (RunMetrics.Value value : metrics.values()) {
            out.writeByteArray(1, timeSeries(value, millis));
          }
        });
  }

  private static byte[] timeSeries(RunMetrics.Value value, long millis) throws IOException {
    Map<String, String> labels = new TreeMap<>(value.attributes()); // Prometheus requires the order
    labels.put("__name__", value.metric().prometheusName());
    return message(
        out -> {
          for (Map.Entry<String, String> label : labels.entrySet()) {
            out.writeByteArray(
                1,
                message(
                    text -> {
                      text.writeString(1, label.getKey());
                      text.writeString(2, label.getValue());
                    }));
          }
          out.writeByteArray(
              2,
              message(
                  sample -> {
                    sample.writeDouble(1, value.value());
                    sample.writeInt64(2, millis);
                  }));
        });
  }

  private static byte[] message(Fields fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    fields.writeTo(out);
    out.flush();
    return bytes.toByteArray();
  }
}

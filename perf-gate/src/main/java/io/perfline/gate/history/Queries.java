package io.perfline.gate.history;

import io.perfline.deploy.command.Fault;
import io.perfline.deploy.environment.InfluxDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import org.influxdb.InfluxDB;
import org.influxdb.InfluxDBException;
import org.influxdb.InfluxDBFactory;
import org.influxdb.dto.Query;
import org.influxdb.dto.QueryResult;

/** Asks an InfluxDB 1.x; whatever it doesn't answer is no verdict. */
final class Queries implements AutoCloseable {

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private final InfluxDb address;
  private final InfluxDB client;

  private Queries(InfluxDb address, InfluxDB client) {
    this.address = address;
    this.client = client;
  }

  static Queries at(InfluxDb address) {
    OkHttpClient.Builder http =
        new OkHttpClient.Builder().connectTimeout(CONNECT).readTimeout(ANSWER);
    String url = address.url().toString();
    boolean open = address.user() == null || address.user().isEmpty();
    try {
      return new Queries(
          address,
          open
              ? InfluxDBFactory.connect(url, http)
              : InfluxDBFactory.connect(
                  url, address.user(), Objects.requireNonNullElse(address.password(), ""), http));
    } catch (InfluxDBException e) {
      throw unanswered(address, e.getMessage(), e);
    }
  }

  /** Every row of the answer; times are nanoseconds since 1970. */
  List<Answer> ask(String query) {
    QueryResult result;
    try {
      result = client.query(new Query(query, address.database()), TimeUnit.NANOSECONDS);
    } catch (InfluxDBException e) {
      throw unanswered(address, cause(e), e);
    }
    if (result.hasError()) {
      throw unanswered(address, result.getError(), null);
    }
    List<Answer> answers = new ArrayList<>();
    for (QueryResult.Result one : result.getResults()) {
      if (one.hasError()) {
        throw unanswered(address, one.getError(), null);
      }
      if (one.getSeries() != null) {
        one.getSeries()
            .forEach(
                series -> series.getValues().forEach(row -> answers.add(Answer.of(series, row))));
      }
    }
    return answers;
  }

  static String text(String value) {
    return '\'' + value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + '\'';
  }

  private static String cause(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }

  private static Fault unanswered(InfluxDb address, String why, Throwable cause) {
    return Fault.noVerdict(
        "cannot read the baselines from InfluxDB at %s, database %s: %s; see ./perf stack status"
            .formatted(address.url(), address.database(), why),
        cause);
  }

  @Override
  public void close() {
    client.close();
  }
}

package io.perfline.gate.history;

import io.perfline.core.environment.InfluxDb;
import io.perfline.gate.influx.InfluxQl;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.influxdb.InfluxDB;
import org.influxdb.InfluxDBFactory;
import org.influxdb.dto.Query;

/**
 * Many hourly runs of many cases in an InfluxDB, all of which passed. The case {@link #SHIFTED}
 * takes 20 % longer from the middle on.
 */
record LongHistory(int runs, int cases, Instant end) {

  static final String SHIFTED = "load/size/1";
  private static final int AT_ONCE = 20_000;

  static String commit(int run) {
    return String.format(Locale.ROOT, "%040x", run + 1);
  }

  void write(InfluxDb influxDb) {
    try (InfluxDB client =
        InfluxDBFactory.connect(influxDb.url().toString(), influxDb.user(), influxDb.password())) {
      client.query(
          new Query(
              "CREATE DATABASE \"%s\" WITH DURATION INF REPLICATION 1 SHARD DURATION %dd NAME autogen"
                  .formatted(influxDb.database(), InfluxDb.SHARD_DAYS)));
      client.setDatabase(influxDb.database());
      client.enableGzip();
      Random random = new Random(1);
      List<String> lines = new ArrayList<>();
      for (int run = 0; run < runs; run++) {
        long time = InfluxQl.nanoseconds(end.minus(Duration.ofHours(runs - run)));
        for (int one = 0; one < cases; one++) {
          lines.add(point(run, one, time, random));
          lines.add(verdict(run, one, time));
        }
        lines.add(
            "perf_event,branch=main,environment=local,kind=gate run=\"r%d\",text=\"PASS: fine\" %d"
                .formatted(run, time + 1));
        if (lines.size() >= AT_ONCE || run == runs - 1) {
          client.write(
              influxDb.database(),
              "autogen",
              InfluxDB.ConsistencyLevel.ONE,
              TimeUnit.NANOSECONDS,
              lines);
          lines.clear();
        }
      }
    }
  }

  private static String verdict(int run, int one, long time) {
    return "perf_verdict,branch=main,environment=local,threshold=p95-against-main,"
        + "case=load/size/%d,target=recorder run=\"r%d\",finding=\"within_pass\" %d"
            .formatted(one, run, time);
  }

  private String point(int run, int one, long time, Random random) {
    String name = "load/size/" + one;
    double slower = name.equals(SHIFTED) && run >= runs / 2 ? 1.2 : 1;
    double p95 = 95 * slower * Math.exp(0.03 * random.nextGaussian());
    return String.format(
        Locale.ROOT,
        "perf_case,branch=main,environment=local,profile=commit,simulation=load,case=%s,"
            + "target=recorder run=\"r%d\",commit=\"%s\",fingerprint=\"ab12\",valid=true,"
            + "requests=1000i,messages=1000i,errors=0i,throughput_per_s=%.3f,bytes_per_s=1e5,"
            + "mean_ms=%.3f,p50_ms=%.3f,p90_ms=90,p95_ms=%.3f,p99_ms=99,max_ms=100 %d",
        name,
        run,
        commit(run),
        100 * Math.exp(0.02 * random.nextGaussian()),
        p95 / 2,
        p95 / 1.9,
        p95,
        time);
  }
}

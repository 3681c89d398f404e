package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Measures the engine's time and allocation per message, without I/O, with JMH. */
final class EngineBench implements Benchmark {

  private static final double MAX_NANOS = 150;

  /** The largest allocation per message, in bytes; histograms grow after pauses. */
  private static final double MAX_BYTES = 0.01;

  private static final String ALLOCATION = "gc.alloc.rate.norm";

  @Override
  public void run(BenchContext context, BenchResults results) throws IOException {
    context.say("engine: JMH");
    Path log = context.folder().resolve("jmh.log");
    long iterationMillis = Math.max(100, context.bounds().turn().toMillis() / 2);
    Options options =
        new OptionsBuilder()
            .include(EngineCost.class.getName())
            .addProfiler(GCProfiler.class)
            .forks(1)
            .warmupIterations(Math.min(5, context.bounds().rounds()))
            .measurementIterations(context.bounds().rounds())
            .warmupTime(TimeValue.milliseconds(iterationMillis))
            .measurementTime(TimeValue.milliseconds(iterationMillis))
            .jvmArgs("-Xms512m", "-Xmx512m", "-XX:+UseParallelGC")
            .output(log.toString())
            .build();
    try {
      for (RunResult result : new Runner(options).run()) {
        Result<?> time = result.getPrimaryResult();
        String name = "engine/" + time.getLabel();
        double garbage = result.getSecondaryResults().get(ALLOCATION).getScore();
        results.add(BenchRow.figure(name + "/time", "ns/msg", time.getScore(), MAX_NANOS));
        results.add(BenchRow.figure(name + "/garbage", "B/msg", garbage, MAX_BYTES));
      }
    } catch (RunnerException e) {
      throw Fault.noVerdict("JMH: " + e.getMessage(), e);
    }
  }
}

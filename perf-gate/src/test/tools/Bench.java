package shop;

import java.util.Arrays;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What JMH measures. */
@State(Scope.Thread)
public class Bench {
  @Param({"10", "1000"})
  public int size;

  @Benchmark
  public int[] sort() {
    int[] numbers = new Random(1).ints(size).toArray();
    Arrays.sort(numbers);
    return numbers;
  }
}

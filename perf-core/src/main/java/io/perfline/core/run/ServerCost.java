package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The server's cost during the measured period of a case.
 *
 * @param cpuUs the CPU time of its threads without garbage collection and JIT compiler, in
 *     microseconds, or of the whole process of a program that is not a JVM; null if unknown
 * @param allocatedBytes the memory that its threads allocated; null if unknown
 * @param cpuTotalUs the CPU time of the whole process without the JIT compiler, in microseconds;
 *     null if unknown
 * @param needCpuUs the CPU time of each server that the service needs, in microseconds, by its
 *     name; without those whose CPU time is unknown
 * @param source the source of the figures, or the reason why there are none
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ServerCost(
    Double cpuUs,
    Double allocatedBytes,
    Double cpuTotalUs,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Double> needCpuUs,
    String source)
    implements CaseDetail {

  /** The part of the source that shows that one process runs both builds of a comparison. */
  public static final String SHARED = "one process runs both builds";

  /** The part of the source that names a server that the service needs but has no figures. */
  public static final String NEED = "the need '%s'";

  public ServerCost {
    needCpuUs = needCpuUs == null ? Map.of() : Map.copyOf(needCpuUs);
  }

  /** Creates the cost of a service that needs no other servers. */
  public ServerCost(Double cpuUs, Double allocatedBytes, Double cpuTotalUs, String source) {
    this(cpuUs, allocatedBytes, cpuTotalUs, Map.of(), source);
  }

  /**
   * Returns the sum with the cost of another period; a figure that either of them lacks is null.
   */
  public ServerCost plus(ServerCost more) {
    return new ServerCost(
        sum(cpuUs, more.cpuUs),
        sum(allocatedBytes, more.allocatedBytes),
        sum(cpuTotalUs, more.cpuTotalUs),
        sum(needCpuUs, more.needCpuUs),
        source.equals(more.source) ? source : source + "; " + more.source);
  }

  /** Returns true if one process runs both builds, so that their CPU times can't be separated. */
  public boolean ofBothBuilds() {
    return source != null && source.contains(SHARED);
  }

  /**
   * Returns true if the source gives the reason why the resources of a server that the service
   * needs can't be read.
   *
   * @param need its name; null for any
   */
  public boolean lacks(String need) {
    String name = need == null ? ".*" : Pattern.quote(need);
    return source != null && Pattern.compile(NEED.formatted(name)).matcher(source).find();
  }

  /** Returns the CPU time of all servers that the service needs; null if it is unknown. */
  public Double needCpu() {
    return sum(needCpuUs);
  }

  /** Returns this cost with that of only one of the servers that the service needs. */
  ServerCost ofNeed(String need) {
    return new ServerCost(cpuUs, allocatedBytes, cpuTotalUs, only(need, needCpuUs), source);
  }

  /** Returns the sum of all values; null if there are none. */
  static Double sum(Map<String, Double> values) {
    return values.isEmpty()
        ? null
        : (Double) values.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Returns only the value of one name, if it has one. */
  static <T> Map<String, T> only(String name, Map<String, T> values) {
    return values.containsKey(name) ? Map.of(name, values.get(name)) : Map.of();
  }

  /** Returns the sums of the values that both have. */
  private static Map<String, Double> sum(Map<String, Double> one, Map<String, Double> other) {
    Map<String, Double> sums = new TreeMap<>(one);
    sums.keySet().retainAll(other.keySet());
    sums.replaceAll((name, value) -> value + other.get(name));
    return sums;
  }

  private static Double sum(Double one, Double other) {
    return one == null || other == null ? null : (Double) (one + other);
  }
}

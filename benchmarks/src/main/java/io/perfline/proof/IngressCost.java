package io.perfline.proof;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.sims.slowed.SlowedBy;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The cost per message at one entry point, or per request if a request passes the slowed method
 * once with all its messages. It comes from both sides of a case that compared the recorder with
 * itself.
 *
 * @param perSecond messages or requests per second of slice that one side handled
 * @param serviceNanos the mean service time of a request
 * @param cpuNanos the server's CPU time per message; NaN if unknown
 * @param bytes the server's allocation per message; NaN if unknown
 * @param before the mean number of messages that one side had handled in its deployment before each
 *     measured one
 */
record IngressCost(
    double perSecond, double serviceNanos, double cpuNanos, double bytes, double before) {

  private static final double NANOS_PER_S = 1e9;
  private static final double NANOS_PER_US = 1e3;
  private static final double MILLIS_PER_S = 1e3;

  static IngressCost of(CaseResult same, SlowedIngress ingress) {
    List<Slice> slices =
        same.pairs().stream()
            .flatMap(pair -> Stream.of(pair.candidate(), pair.baseline()))
            .toList();
    double seconds = sum(slices, Slice::seconds);
    double calls = sum(slices, ingress.oneAtATime() ? Slice::messages : Slice::requests);
    double perSecond = calls / seconds;
    long deployments = same.pairs().stream().map(SlicePair::deployment).distinct().count();
    double each = seconds / 2 / deployments;
    return new IngressCost(
        perSecond,
        same.serviceTime().meanUs() * NANOS_PER_US,
        sum(slices, slice -> known(slice.serverCpuUs())) * NANOS_PER_US / calls,
        sum(slices, slice -> known(slice.serverAllocatedBytes())) / calls,
        perSecond * (same.warmUpMs() / MILLIS_PER_S / 2 + each / 2));
  }

  private static double known(Double cost) {
    return cost == null ? Double.NaN : cost;
  }

  private static double sum(List<Slice> slices, ToDoubleFunction<Slice> figure) {
    return slices.stream().mapToDouble(figure).sum();
  }

  /**
   * Returns the slowing that adds a share of the cost per message: CPU time or allocation of the
   * server, otherwise response time. A lock is kept so long that each message takes longer by the
   * share. A leak reaches the share in the middle of the load. One message in fifty takes the
   * delays of all fifty.
   *
   * @throws Fault exit code 3 if that cost is unknown
   */
  Slowing slowing(SlowedIngress ingress, SlowedBy by, int percent) {
    double share = percent / 100.0;
    double apart = NANOS_PER_S / perSecond;
    double time = ingress.oneAtATime() ? apart : serviceNanos;
    double amount =
        switch (by) {
          case CPU -> share * cpuNanos;
          case WAIT -> share * time;
          case ALLOCATION -> share * bytes;
          case LOCK -> (1 + share) * apart;
          case TAIL -> share * time * SlowedBy.TAIL_ONE_IN;
          case LEAK -> share * cpuNanos * SlowedBy.LEAK_MESSAGES / before;
        };
    if (!Double.isFinite(amount)) {
      throw Fault.noVerdict(
          "what a message costs by '%s' was not measured, so no share of it can be added as %s"
              .formatted(ingress.id(), by.id()));
    }
    return new Slowing(
        ingress, by, Math.max(1, Math.round(amount)), "%s +%d %%".formatted(by.id(), percent));
  }
}

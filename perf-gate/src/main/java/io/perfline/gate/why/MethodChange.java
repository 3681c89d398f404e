package io.perfline.gate.why;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The amount that a method uses per message in both builds. A method of the service is charged for
 * the libraries it calls; a library method is named only if no method of the service called it.
 *
 * @param method class and method
 * @param own whether it belongs to the service
 * @param resource resource of the amounts, in its unit per message
 * @param baseline amount in the baseline
 * @param candidate amount in the candidate
 * @param change candidate minus baseline
 * @param low lower end of the interval of the change; all methods share its error
 * @param high upper end of that interval
 * @param self change in the method's own code, without the methods it calls
 * @param total change with all methods it calls, including those of the service
 * @param share change as a share of the baseline's total per message
 * @param within library method with most of the change; null if most is in its own code
 * @param line line of the candidate's source with most of the amount; null if the recording has
 *     none
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record MethodChange(
    String method,
    boolean own,
    Resource resource,
    double baseline,
    double candidate,
    double change,
    double low,
    double high,
    double self,
    double total,
    double share,
    String within,
    Integer line) {

  /** Returns text such as {@code Receiver.receive (line 88)}, without the package. */
  public String place() {
    return shortName() + (line == null ? "" : " (line %d)".formatted(line));
  }

  /** Returns text such as {@code Receiver.receive}, without the package. */
  public String shortName() {
    return StackFrame.shortName(method);
  }
}

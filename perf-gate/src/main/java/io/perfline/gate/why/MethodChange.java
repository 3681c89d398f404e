package io.perfline.gate.why;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The amount that a method uses per message in both builds. A method of the service is charged for
 * the libraries it calls; a library method appears only if no method of the service called it.
 *
 * @param method the class and the method
 * @param own true if the method belongs to the service
 * @param resource the resource of the amounts, which are in its unit per message
 * @param change the candidate's amount minus the baseline's
 * @param low the lower end of the interval of the change; all methods share its error
 * @param high the upper end of that interval
 * @param self the change in the method's own code, without the methods it calls
 * @param total the change including all methods it calls, even those of the service
 * @param share the change as a share of the baseline's total per message
 * @param within the library method with most of the change; null if most is in the method's own
 *     code
 * @param line the line of the candidate's source with most of the amount; null if it is not
 *     recorded
 * @param on what the method waits for with most of the change, such as {@code socket
 *     127.0.0.1:5432}; null unless it waits
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
    Integer line,
    String on) {

  /** Returns text such as {@code µs of CPU} or {@code µs of waiting (socket 127.0.0.1:5432)}. */
  String unit() {
    return "%s of %s%s"
        .formatted(resource.unit(), resource.text(), on == null ? "" : " (%s)".formatted(on));
  }

  /** Returns text such as {@code Receiver.receive (line 88)}, without the package. */
  public String place() {
    return shortName() + (line == null ? "" : " (line %d)".formatted(line));
  }

  /** Returns text such as {@code Receiver.receive}, without the package. */
  public String shortName() {
    return StackFrame.shortName(method);
  }
}

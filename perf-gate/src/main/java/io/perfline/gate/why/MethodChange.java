package io.perfline.gate.why;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * What a method uses a message, on either side. A method of the service answers for what it calls
 * of libraries; a method of a library is named where none of the service's had called it.
 *
 * @param method class and method
 * @param own whether it is the service's
 * @param resource of which the figures are, in its unit a message
 * @param baseline what it used in the baseline
 * @param candidate what it uses in the candidate
 * @param change the difference of both
 * @param low lower end of the difference's interval, which shares its error with all methods
 * @param high upper end
 * @param self the part of the change in its own code, without what it calls
 * @param total the change with all that it calls, methods of the service's among them
 * @param share the change as a share of what a message of the baseline uses or takes altogether
 * @param within where in a library most of the change is; null when in its own code
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
    String within) {

  /** {@code Receiver.receive}: without the package. */
  public String shortName() {
    return StackFrame.shortName(method);
  }
}

package io.perfline.recorder.app;

import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.StoreWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The state of the recorder's parts: the store and each ingress. */
final class HealthReport {

  private final String storeName;
  private final StoreWatch watch;
  private final Map<String, Supplier<String>> ingresses = new TreeMap<>();

  HealthReport(String storeName, StoreWatch watch) {
    this.storeName = storeName;
    this.watch = watch;
    ingress("http", () -> "");
  }

  /**
   * Adds an ingress.
   *
   * @param fault the supplier of the reason why it does not work; its text is empty while it works
   */
  void ingress(String name, Supplier<String> fault) {
    ingresses.put(name, fault);
  }

  List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    Refusal refusal = watch.refusal();
    parts.add(part("store/" + storeName, refusal == null ? "" : refusal.detail()));
    ingresses.forEach((name, fault) -> parts.add(part("ingress/" + name, fault.get())));
    return parts;
  }

  /** Returns, by the name of each part, whether it works. */
  Map<String, Boolean> byName() {
    return parts().stream().collect(Collectors.toMap(Part::name, Part::ready));
  }

  private static Part part(String name, String fault) {
    return new Part(name, fault.isEmpty(), fault.isEmpty() ? "works" : fault);
  }

  record Part(String name, boolean ready, String detail) {}
}

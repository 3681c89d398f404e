package io.perfline.sims.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.sims.fault.InjectedFault;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls every event of the interface, so that new ones are covered too. */
class ForwardingRequestListenerTest {

  private final List<String> received = new ArrayList<>();
  private final RequestListener target =
      (RequestListener)
          Proxy.newProxyInstance(
              RequestListener.class.getClassLoader(),
              new Class<?>[] {RequestListener.class},
              (proxy, method, arguments) -> {
                received.add(method.getName() + Arrays.toString(arguments));
                return null;
              });

  @Test
  void forwardsEveryEventWithItsArguments() throws ReflectiveOperationException {
    assertForwardsAll(new ForwardingRequestListener(target) {});
  }

  @Test
  void theFaultListenerForwardsEveryEvent() throws ReflectiveOperationException {
    try (InjectedFault fault = new InjectedFault(Duration.ofHours(1), () -> {})) {
      fault.sent();
      assertForwardsAll(fault.watching(target));
    }
  }

  private void assertForwardsAll(RequestListener decorator) throws ReflectiveOperationException {
    List<String> sent = new ArrayList<>();
    for (Method event : RequestListener.class.getMethods()) {
      if (!Modifier.isStatic(event.getModifiers())) {
        Object[] arguments = arguments(event);
        event.invoke(decorator, arguments);
        sent.add(event.getName() + Arrays.toString(arguments));
      }
    }
    assertThat(sent).isNotEmpty();
    assertThat(received).isEqualTo(sent);
  }

  private static Object[] arguments(Method event) {
    Object[] arguments = new Object[event.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      Class<?> type = event.getParameterTypes()[i];
      arguments[i] = type == long.class ? (Object) (i + 7L) : type == int.class ? i + 3 : "kind";
    }
    return arguments;
  }
}

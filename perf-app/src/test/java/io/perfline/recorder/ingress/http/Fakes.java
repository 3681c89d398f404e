package io.perfline.recorder.ingress.http;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * Proxies for the interfaces of the servlet API, because a real server would hide the order of
 * calls.
 */
final class Fakes {

  private Fakes() {}

  static <T> T of(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(Fakes.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}

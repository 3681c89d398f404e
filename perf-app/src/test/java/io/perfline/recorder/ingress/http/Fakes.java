package io.perfline.recorder.ingress.http;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** Stands in for the interfaces of the servlet API, where a real server would hide the order. */
final class Fakes {

  private Fakes() {}

  static <T> T of(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(Fakes.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}

package io.perfline.core.yaml;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Copies a record with other values of a few of its many components. A test must use each call,
 * because the compiler checks neither the names nor the types of these components.
 */
public final class RecordCopy {

  /** Reflection is slow, so each class is examined only once. */
  private static final ClassValue<RecordCopy> CLASSES =
      new ClassValue<>() {
        @Override
        protected RecordCopy computeValue(Class<?> type) {
          return new RecordCopy(type);
        }
      };

  private final Map<String, Method> accessors = new LinkedHashMap<>();
  private final Constructor<?> constructor;

  private RecordCopy(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new);
    try {
      constructor = type.getDeclaredConstructor(types);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("every record has this constructor", e);
    }
    constructor.setAccessible(true);
    for (RecordComponent component : components) {
      component.getAccessor().setAccessible(true);
      accessors.put(component.getName(), component.getAccessor());
    }
  }

  /**
   * Returns a copy of a record.
   *
   * @param changes the name of a component, then its new value, and so on
   * @throws IllegalArgumentException if the record has no such component, or one of another type
   */
  public static <R extends Record> R of(R record, Object... changes) {
    RecordCopy known = CLASSES.get(record.getClass());
    try {
      Map<String, Object> values = new LinkedHashMap<>();
      for (Map.Entry<String, Method> component : known.accessors.entrySet()) {
        values.put(component.getKey(), component.getValue().invoke(record));
      }
      for (int i = 0; i < changes.length; i += 2) {
        if (!values.containsKey(changes[i])) {
          throw new IllegalArgumentException(
              "there is no '%s' in %s".formatted(changes[i], values.keySet()));
        }
        values.put((String) changes[i], changes[i + 1]);
      }
      @SuppressWarnings("unchecked")
      R copy = (R) known.constructor.newInstance(values.values().toArray());
      return copy;
    } catch (ReflectiveOperationException e) {
      if (e.getCause() instanceof RuntimeException cause) { // thrown by the record's constructor
        throw cause;
      }
      throw new IllegalStateException("cannot copy a " + record.getClass().getSimpleName(), e);
    }
  }
}

package io.perfline.deploy.strict;

import java.util.Map;

/** What a mapping held, key by key. */
public final class Values {

  private final Map<String, Object> values;
  private final Map<String, Place> places;
  private final Place place;
  private final Reading reading;

  Values(Map<String, Object> values, Map<String, Place> places, Place place, Reading reading) {
    this.values = values;
    this.places = places;
    this.place = place;
    this.reading = reading;
  }

  /** The value; null when the key isn't there. */
  @SuppressWarnings("unchecked") // only Shape puts values in, each read by the key's own kind
  public <T> T get(Key<T> key) {
    return (T) values.get(key.name());
  }

  /** The value, or {@code otherwise} when the key isn't there. */
  public <T> T get(Key<T> key, T otherwise) {
    T value = get(key);
    return value == null ? otherwise : value;
  }

  public boolean has(Key<?> key) {
    return values.containsKey(key.name());
  }

  /** Where the mapping starts. */
  public Place place() {
    return place;
  }

  /** Where the key's value stands; where the mapping starts when it isn't there. */
  public Place place(Key<?> key) {
    return places.getOrDefault(key.name(), place);
  }

  /** Notes a fault at the key's value. */
  public void fault(Key<?> key, String message) {
    reading.fault(place(key), key.name() + ": " + message);
  }
}

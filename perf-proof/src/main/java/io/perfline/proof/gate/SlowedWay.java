package io.perfline.proof.gate;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A way into the recorder, with the method of the recorder that each message by it passes. */
enum SlowedWay {
  RECORD("in/http/Receiver", "receive"),
  PAGES("pages/PagesServlet", "doGet"),
  KRYONET("in/kryonet/ClientConnection", "frame"),
  TOPIC("in/kafka/Processor", "take");

  private static final String RECORDER = "io/perfline/recorder/";

  private final String type;
  private final String method;

  SlowedWay(String type, String method) {
    this.type = type;
    this.method = method;
  }

  /** As in the name of its paired case. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Where the class is among the classes of a WAR. */
  String classFile() {
    return RECORDER + type + ".class";
  }

  String method() {
    return method;
  }

  static String words() {
    return Arrays.stream(values()).map(SlowedWay::word).collect(Collectors.joining(", "));
  }
}

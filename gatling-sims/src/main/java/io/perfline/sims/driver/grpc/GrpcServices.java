package io.perfline.sims.driver.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.UninitializedMessageException;
import com.google.protobuf.util.JsonFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The methods of some gRPC services, and the conversion of their messages from and to JSON.
 * Thread-safe.
 */
final class GrpcServices {

  private final String source;
  private final Map<String, ServiceDescriptor> services = new TreeMap<>();
  private final JsonFormat.Parser parser;
  private final JsonFormat.Printer printer;

  /**
   * @param source the origin of the descriptors, for messages
   */
  GrpcServices(String source, List<FileDescriptor> files) {
    this.source = source;
    List<Descriptor> types = new ArrayList<>();
    for (FileDescriptor file : files) {
      file.getServices().forEach(service -> services.put(service.getFullName(), service));
      types.addAll(file.getMessageTypes());
    }
    TypeRegistry registry = TypeRegistry.newBuilder().add(types).build();
    parser = JsonFormat.parser().usingTypeRegistry(registry);
    printer =
        JsonFormat.printer()
            .usingTypeRegistry(registry)
            .includingDefaultValueFields()
            .omittingInsignificantWhitespace();
  }

  /**
   * Returns a unary method.
   *
   * @param name the name of the method, such as {@code shop.v1.Orders/Place}
   * @throws IllegalArgumentException if there is no such unary method
   */
  MethodDescriptor method(String name) {
    int slash = name.indexOf('/');
    ServiceDescriptor service = services.get(name.substring(0, slash));
    if (service == null) {
      throw new IllegalArgumentException(
          "%s has no service '%s'; it has: %s"
              .formatted(source, name.substring(0, slash), String.join(", ", services.keySet())));
    }
    MethodDescriptor method = service.findMethodByName(name.substring(slash + 1));
    if (method == null) {
      String known =
          service.getMethods().stream()
              .map(MethodDescriptor::getName)
              .collect(Collectors.joining(", "));
      throw new IllegalArgumentException(
          "the service %s has no method '%s'; it has: %s"
              .formatted(service.getFullName(), name.substring(slash + 1), known));
    }
    if (method.isClientStreaming() || method.isServerStreaming()) {
      throw new IllegalArgumentException(
          "the method %s streams messages; a scenario can call methods with one message in each"
                  .formatted(name)
              + " direction");
    }
    return method;
  }

  /**
   * Returns a message in the binary format.
   *
   * @throws InvalidProtocolBufferException if the JSON does not fit its type
   */
  byte[] encode(Descriptor type, String json) throws InvalidProtocolBufferException {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    parser.merge(json, message);
    try {
      return message.build().toByteArray();
    } catch (UninitializedMessageException e) {
      throw e.asInvalidProtocolBufferException();
    }
  }

  /**
   * Returns a message as JSON, including the default values of fields that are not set.
   *
   * @throws InvalidProtocolBufferException if the bytes are not a message of the type
   */
  String decode(Descriptor type, byte[] bytes, int from, int length)
      throws InvalidProtocolBufferException {
    return printer.print(
        DynamicMessage.newBuilder(type).mergeFrom(bytes, from, length).buildPartial());
  }
}

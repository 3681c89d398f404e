package io.perfline.sims.driver.grpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import io.perfline.core.file.Json;
import io.perfline.core.project.ScenarioRequest;
import io.perfline.core.yaml.TextTemplate;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks the requests of a scenario before any of them is sent. */
record MessageCheck(GrpcServices services) {

  /**
   * Checks the method of a request and the fields of its message, and their values if the message
   * contains no templates.
   *
   * @throws IllegalArgumentException if one of them is wrong
   */
  void check(ScenarioRequest request) {
    MethodDescriptor method = services.method(request.grpc());
    TextTemplate text = request.body().sections().get(0).text();
    try {
      if (text.names().isEmpty()) {
        services.encode(method.getInputType(), text.toString());
      } else {
        checkFields(Json.MAPPER.readTree(text.fill(name -> "0")), method.getInputType());
      }
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          "%s: the message is not a %s: %s"
              .formatted(request.name(), method.getInputType().getFullName(), e.getMessage()),
          e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s: the message is not JSON once its templates are filled in: %s"
              .formatted(request.name(), e.getMessage()),
          e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(request.name() + ": " + e.getMessage(), e);
    }
  }

  private static void checkFields(JsonNode json, Descriptor type) {
    if (!json.isObject() || type.getFullName().startsWith("google.protobuf.")) {
      return;
    }
    for (Map.Entry<String, JsonNode> entry : json.properties()) {
      FieldDescriptor field = field(type, entry.getKey());
      if (field.isMapField()) {
        FieldDescriptor value = field.getMessageType().findFieldByName("value");
        entry.getValue().forEach(one -> checkValue(one, value));
      } else if (field.isRepeated()) {
        entry.getValue().forEach(one -> checkValue(one, field));
      } else {
        checkValue(entry.getValue(), field);
      }
    }
  }

  private static void checkValue(JsonNode json, FieldDescriptor field) {
    if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
      checkFields(json, field.getMessageType());
    }
  }

  private static FieldDescriptor field(Descriptor type, String name) {
    Optional<FieldDescriptor> found =
        type.getFields().stream()
            .filter(field -> field.getJsonName().equals(name) || field.getName().equals(name))
            .findFirst();
    return found.orElseThrow(
        () ->
            new IllegalArgumentException(
                "the message %s has no field '%s'; it has: %s"
                    .formatted(
                        type.getFullName(),
                        name,
                        type.getFields().stream()
                            .map(FieldDescriptor::getName)
                            .collect(Collectors.joining(", ")))));
  }
}

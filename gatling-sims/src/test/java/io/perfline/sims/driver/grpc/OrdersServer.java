package io.perfline.sims.driver.grpc;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DynamicMessage;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor.Builder;
import io.grpc.Status;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoFileDescriptorSupplier;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.handler.ssl.SslContextBuilder;
import io.perfline.core.file.FileTree;
import io.perfline.sims.driver.grpc.GrpcConnections.ProtoFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;

/**
 * A gRPC server of orders on a free loopback port. An order of {@code missing} is not found; one of
 * {@code slow} is never answered.
 */
public final class OrdersServer implements AutoCloseable {

  static final String PROTO =
      """
      syntax = "proto3";
      package shop.v1;
      import "common/money.proto";
      import "google/api/annotations.proto";
      import "google/protobuf/timestamp.proto";
      service Orders {
        rpc Place (Order) returns (Receipt) { option (google.api.http) = { post: "/v1/orders" }; }
        rpc Watch (Order) returns (stream Receipt);
      }
      message Order {
        string item = 1;
        int32 count = 2;
        repeated common.Money prices = 3;
        map<string, common.Money> extras = 4;
        google.protobuf.Timestamp at = 5;
      }
      message Receipt { string order_id = 1; common.Money total = 2; string user = 3; int32 left = 4; }
      """;

  private static final String MONEY =
      """
      syntax = "proto3";
      package common;
      message Money { int64 cents = 1; Unit unit = 2; enum Unit { EURO = 0; DOLLAR = 1; } }
      """;

  private static final Context.Key<String> USER = Context.key("user");
  private static final Metadata.Key<String> NAME =
      Metadata.Key.of("x-user", Metadata.ASCII_STRING_MARSHALLER);

  private final Server server;
  private final boolean tls;
  private final List<String> items = new CopyOnWriteArrayList<>();

  private OrdersServer(NettyServerBuilder builder, boolean reflects, boolean tls)
      throws IOException {
    this.tls = tls;
    Path folder = Files.createTempDirectory("orders");
    FileDescriptor file = file(ProtoFile.read(write(folder)));
    FileTree.delete(folder);
    builder.addService(ServerInterceptors.intercept(service(file), new ReadsUser()));
    if (reflects) {
      builder.addService(ProtoReflectionServiceV1.newInstance());
    }
    server = builder.build().start();
  }

  /** Starts a server with reflection. */
  public static OrdersServer start() throws IOException {
    return new OrdersServer(builder(), true, false);
  }

  static OrdersServer withoutReflection() throws IOException {
    return new OrdersServer(builder(), false, false);
  }

  /** Starts a server with TLS. */
  static OrdersServer secured(KeyManagerFactory keys) throws IOException {
    SslContextBuilder tls = GrpcSslContexts.configure(SslContextBuilder.forServer(keys));
    return new OrdersServer(builder().sslContext(tls.build()), true, true);
  }

  private static NettyServerBuilder builder() {
    return NettyServerBuilder.forAddress(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /** Writes the service's proto file and one that it imports from the parent folder. */
  static Path write(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("protos/shop"));
    Files.createDirectories(folder.resolve("protos/common"));
    Files.writeString(folder.resolve("protos/common/money.proto"), MONEY);
    return Files.writeString(folder.resolve("protos/shop/orders.proto"), PROTO);
  }

  private static FileDescriptor file(GrpcServices services) {
    return services.method("shop.v1.Orders/Place").getFile();
  }

  public URI url() {
    return URI.create((tls ? "https" : "http") + "://127.0.0.1:" + server.getPort());
  }

  /** Returns the ordered items. */
  List<String> items() {
    return items;
  }

  private ServerServiceDefinition service(FileDescriptor file) {
    ServiceDescriptor orders = file.findServiceByName("Orders");
    List<io.grpc.MethodDescriptor<DynamicMessage, DynamicMessage>> methods = new ArrayList<>();
    for (MethodDescriptor method : orders.getMethods()) {
      methods.add(
          io.grpc.MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
              .setType(method.isServerStreaming() ? MethodType.SERVER_STREAMING : MethodType.UNARY)
              .setFullMethodName(orders.getFullName() + "/" + method.getName())
              .setRequestMarshaller(
                  ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(method.getInputType())))
              .setResponseMarshaller(
                  ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(method.getOutputType())))
              .build());
    }
    Builder described =
        io.grpc.ServiceDescriptor.newBuilder(orders.getFullName())
            .setSchemaDescriptor((ProtoFileDescriptorSupplier) () -> file);
    methods.forEach(described::addMethod);
    return ServerServiceDefinition.builder(described.build())
        .addMethod(methods.get(0), ServerCalls.asyncUnaryCall(this::place))
        .addMethod(
            methods.get(1),
            ServerCalls.asyncServerStreamingCall((order, answers) -> answers.onCompleted()))
        .build();
  }

  private void place(DynamicMessage order, StreamObserver<DynamicMessage> answers) {
    FileDescriptor file = order.getDescriptorForType().getFile();
    String item = (String) order.getField(order.getDescriptorForType().findFieldByName("item"));
    int count = (Integer) order.getField(order.getDescriptorForType().findFieldByName("count"));
    items.add(item);
    if (item.equals("missing")) {
      answers.onError(Status.NOT_FOUND.withDescription("no such item").asRuntimeException());
    } else if (!item.equals("slow")) {
      var type = file.findMessageTypeByName("Receipt");
      var money = type.findFieldByName("total");
      answers.onNext(
          DynamicMessage.newBuilder(type)
              .setField(type.findFieldByName("order_id"), "order of " + item)
              .setField(
                  money,
                  DynamicMessage.newBuilder(money.getMessageType())
                      .setField(money.getMessageType().findFieldByName("cents"), count * 100L)
                      .build())
              .setField(type.findFieldByName("user"), String.valueOf(USER.get()))
              .build());
      answers.onCompleted();
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted", e));
    }
  }

  private static final class ReadsUser implements ServerInterceptor {
    @Override
    public <A, B> ServerCall.Listener<A> interceptCall(
        ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
      Context context = Context.current().withValue(USER, headers.get(NAME));
      return Contexts.interceptCall(context, call, headers, next);
    }
  }
}

package io.perfline.gate.influx;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;

/**
 * Compresses what is written, as fast as it can be: lines of a batch are so alike that trying
 * harder costs more time than it saves bytes.
 */
final class FastGzip implements Interceptor {

  private static final class Fastest extends GZIPOutputStream {
    Fastest(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Request request = chain.request();
    RequestBody body = request.body();
    if (body == null || !request.url().encodedPath().endsWith("/write")) {
      return chain.proceed(request);
    }
    return chain.proceed(
        request
            .newBuilder()
            .header("Content-Encoding", "gzip")
            .method(request.method(), compressed(body))
            .build());
  }

  private static RequestBody compressed(RequestBody body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Buffer plain = new Buffer();
        OutputStream out = new Fastest(bytes)) {
      body.writeTo(plain);
      plain.writeTo(out);
    }
    return RequestBody.create(bytes.toByteArray(), body.contentType());
  }
}

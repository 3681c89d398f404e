package io.perfline.sims.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Creates keys and certificates for servers on 127.0.0.1 with the JDK's keytool. */
public final class Keystores {

  private static final String PASSWORD = "KEYSTORE_PASSWORD";

  private final Path folder;
  private final String password;

  /**
   * @param password of all stores
   */
  public Keystores(Path folder, String password) {
    this.folder = folder;
    this.password = password;
  }

  /**
   * Creates a key with a self-signed certificate as PKCS12.
   *
   * @param address for which the certificate is valid
   */
  public Path key(String name, String address) throws Exception {
    Path store = folder.resolve(name + ".p12");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name));
    command.addAll(List.of("-ext", "SAN=ip:" + address, "-validity", "2"));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass:env", PASSWORD));
    Path output = folder.resolve("keytool.log");
    ProcessBuilder keytool = new ProcessBuilder(command);
    keytool.environment().put(PASSWORD, password);
    int code = keytool.redirectErrorStream(true).redirectOutput(output.toFile()).start().waitFor();
    assertThat(code).as(Files.readString(output)).isZero();
    return store;
  }

  /** Returns the certificate of a {@link #key} as PEM. */
  public Path certificate(String name) throws Exception {
    String lines =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(certificateOf(name).getEncoded());
    return Files.writeString(
        folder.resolve(name + ".pem"),
        "-----BEGIN CERTIFICATE-----\n" + lines + "\n-----END CERTIFICATE-----\n");
  }

  /** Creates a PKCS12 store that trusts the certificate of a {@link #key}. */
  public Path trusting(String name) throws Exception {
    Path file = folder.resolve(name + "-trust.p12");
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry(name, certificateOf(name));
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, password.toCharArray());
    }
    return file;
  }

  private Certificate certificateOf(String name) throws Exception {
    return KeyStore.getInstance(folder.resolve(name + ".p12").toFile(), password.toCharArray())
        .getCertificate(name);
  }
}

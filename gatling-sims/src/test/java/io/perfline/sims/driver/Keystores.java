package io.perfline.sims.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Keys and certificates for servers on 127.0.0.1, made by the JDK's own keytool. */
public final class Keystores {

  private static final String PASSWORD = "KEYSTORE_PASSWORD";

  private final Path folder;
  private final String password;

  /**
   * @param password of every store
   */
  public Keystores(Path folder, String password) {
    this.folder = folder;
    this.password = password;
  }

  /**
   * A new key with a certificate that it has signed itself, as PKCS12.
   *
   * @param address that the certificate is for
   */
  public Path key(String name, String address) throws Exception {
    Path store = folder.resolve(name + ".p12");
    keytool(
        store,
        List.of("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name),
        List.of("-ext", "SAN=ip:" + address, "-validity", "2"));
    return store;
  }

  /** The certificate of a {@link #key}, PEM. */
  public Path certificate(String name) throws Exception {
    Path file = folder.resolve(name + ".pem");
    keytool(
        folder.resolve(name + ".p12"),
        List.of("-exportcert", "-rfc", "-alias", name),
        List.of("-file", file.toString()));
    return file;
  }

  /** A store that trusts a {@link #certificate}, PKCS12. */
  public Path trusting(String name) throws Exception {
    Path store = folder.resolve(name + "-trust.p12");
    keytool(
        store,
        List.of("-importcert", "-noprompt", "-alias", name),
        List.of("-file", folder.resolve(name + ".pem").toString()));
    return store;
  }

  private void keytool(Path store, List<String> what, List<String> more)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(what);
    command.addAll(more);
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass:env", PASSWORD));
    Path said = folder.resolve("keytool.log");
    ProcessBuilder keytool = new ProcessBuilder(command);
    keytool.environment().put(PASSWORD, password);
    int code = keytool.redirectErrorStream(true).redirectOutput(said.toFile()).start().waitFor();
    assertThat(code).as(Files.readString(said)).isZero();
  }
}

package io.perfline.core.environment;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import java.nio.file.Path;
import java.util.List;

/**
 * The section {@code cassandra}.
 *
 * @param user null if the cluster asks for none
 * @param truststore null for that of the JDK
 * @param truststorePassword null if the file has none
 */
public record Cassandra(
    @Key(value = "Nodes that the driver asks first.", required = true) List<HostPort> contactPoints,
    @Key(value = "The local data centre of the driver.", required = true) String datacenter,
    @Key("The user.") String user,
    @Key("The user's password.") String password,
    @Key(value = "Whether the connection is encrypted.", name = "tls") boolean encrypted,
    @Key("Certificates that the client trusts: JKS, PKCS12 or PEM.") Path truststore,
    @Key("The password of the truststore.") String truststorePassword,
    @Key(
            value = "Whether the certificate must be for the address that is connected to.",
            otherwise = "true")
        boolean verifyHost)
    implements RecordSchema.Checked {

  /** Creates a cluster without encryption. */
  public Cassandra(List<HostPort> contactPoints, String datacenter, String user, String password) {
    this(contactPoints, datacenter, user, password, false, null, null, true);
  }

  /** Returns how a client knows the server; null if the connection is not encrypted. */
  public Tls tls() {
    return encrypted ? new Tls(truststore, truststorePassword, verifyHost) : null;
  }

  @Override
  public void check(ParsedObject parsed) {
    parsed.needs("user", "password");
    parsed.needs("password", "user");
    parsed.needs("truststore", "tls");
    parsed.needs("truststore_password", "truststore");
    parsed.needs("verify_host", "tls");
  }

  /** Omits the passwords. */
  @Override
  public String toString() {
    return "Cassandra[contactPoints=%s, datacenter=%s, user=%s, password=%s, tls=%s]"
        .formatted(contactPoints, datacenter, user, password == null ? "none" : "***", tls());
  }
}

package io.perfline.core.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which names denote secrets; every file format uses this rule. */
class SecretNamesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password",
        "SHOP_DB_PASSWD",
        "dbPwd",
        "tomcat.password",
        "token",
        "X-Auth-Token",
        "accessToken",
        "Authorization",
        "Proxy-Authorization",
        "Cookie",
        "x-api-key",
        "API_KEY",
        "apikey",
        "AWS_SECRET_ACCESS_KEY",
        "client_secret",
        "sasl.jaas.config",
        "ssl.keystore.key",
        "sasl.login.client.secret",
        "privateKey",
        "private_key",
        "GOOGLE_CREDENTIALS",
        "ssl.key.passphrase"
      })
  void findsASecret(String name) {
    assertThat(SecretNames.isSecret(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "user",
        "url",
        "key",
        "Content-Type",
        "security.protocol",
        "sasl.oauthbearer.token.endpoint.url",
        "ssl.keystore.location",
        "PASSWORD_FILE",
        "token_type",
        "max_tokens",
        "tokenizer",
        "private",
        "cookie_consent",
        "author"
      })
  void leavesOtherNamesAlone(String name) {
    assertThat(SecretNames.isSecret(name)).isFalse();
  }
}

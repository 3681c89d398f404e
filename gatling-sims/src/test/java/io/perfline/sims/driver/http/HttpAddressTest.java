package io.perfline.sims.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpAddressTest {

  @ParameterizedTest
  @CsvSource({
    "/shop/orders/7, /login, /login",
    "/shop/orders/7, 8, /shop/orders/8",
    "/shop/orders/7?a=b, 8?c=d, /shop/orders/8?c=d",
    "/shop/orders/7, ../carts/, /shop/carts/",
    "/shop/orders, orders/7, /shop/orders/7",
    "/shop/orders/, 7, /shop/orders/7",
    "/, login, /login",
    "/orders, /a//b, /a//b",
    "/orders?page=1, ?page=2, /orders?page=2",
    "/orders?page=1, '#top', /orders?page=1",
    "/orders, /login#form, /login",
    "/orders, /a|b, /a|b",
    "/orders, http://shop.test:8080/login?next=/#form, /login?next=/",
    "/orders, //shop.test:8080/login, /login",
    "/orders, https://shop.test:8080/login,",
    "/orders, http://shop.test/login,",
    "/orders, //other.test/login,"
  })
  void followsALocation(String from, String location, String expected) {
    HttpAddress address = HttpAddress.of(URI.create("http://shop.test:8080/shop"));

    assertThat(address.target(from, location)).isEqualTo(expected);
  }
}

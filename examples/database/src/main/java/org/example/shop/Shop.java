package org.example.shop;

import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A shop whose orders are in PostgreSQL. */
@SpringBootApplication
@RestController
public class Shop {

  private final JdbcClient database;

  Shop(JdbcClient database) {
    this.database = database;
  }

  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }

  /** An order; the id of a new one is null. */
  record Order(Long id, String customer, String product, int amount) {}

  @GetMapping("/customers/{customer}/orders")
  List<Order> orders(@PathVariable String customer) {
    return database
        .sql("select id, customer, product, amount from orders where customer = ?")
        .param(customer)
        .query(Order.class)
        .list();
  }

  @PostMapping("/orders")
  @ResponseStatus(HttpStatus.CREATED)
  void place(@RequestBody Order order) {
    database
        .sql("insert into orders (customer, product, amount) values (?, ?, ?)")
        .params(order.customer(), order.product(), order.amount())
        .update();
  }
}

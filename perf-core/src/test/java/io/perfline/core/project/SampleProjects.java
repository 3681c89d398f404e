package io.perfline.core.project;

final class SampleProjects {

  static final String FULL =
      """
      version: 1
      name: shop
      service:
        build: ./mvnw -q package
        command: java -jar target/shop.jar --server.port=${PORT}
        variables: {SHOP_DB: 'jdbc:h2:${DATA}/shop', SHOP_DB_PASSWORD: '${DB_PASSWORD}'}
        artifact: target/shop.jar
        ready: {get: /health, status: 204, within: 30 s}
        commit: {get: /version, json: /commit}
        metrics: /metrics
        auth:
          basic:
            user: ${SHOP_USER}
            password: ${SHOP_PASSWORD}
      profiles:
        commit: {warm_up: 5 s, duration: 20 s}
        nightly: {warm_up: 10 s, duration: 1 min}
      thresholds: limits.yml
      history: .perf/shop
      drivers: [lib/acme.jar, lib/more.jar]
      load:
        checkout:
          redirects: true
          timeout: 5 s
          rate: 200/s
          arrivals: poisson
          data: {file: customers.csv, order: random}
          requests:
            - post: /orders
              headers:
                Content-Type: application/json
                Authorization: 'Bearer ${TOKEN}'
              body: {file: order.json}
              expect:
                status: 201
                header: {Location: /orders/}
                json: {/state: NEW}
              save:
                order: {header: Location}
                id: {json: /id}
            - get: '${order}'
              expect: {contains: NEW, regex: 'id=(\\d+)'}
            - get: /orders/${id}
              name: fetch
        browse:
          users: 10
          think_time: 2 s
          requests:
            - get: /
            - put: /visits
              body: {json: {page: home, n: 1, on: true, tags: [a, 2.5]}}
          capacity: {users: 10, within: 2 s}
        search:
          gatling: com.acme.SearchSimulation
          classpath: [target/test-classes, target/lib/*]
          properties: {baseUrl: '${url}/shop', token: '${TOKEN}'}
          requests: [Search, open result]
          within: 5 min
        billing:
          kafka:
            topic: orders
            key: ${id}
            value: {file: order.json}
            group: billing
            within: 30 s
            bootstrap: ${KAFKA}
            client: {security.protocol: SASL_SSL, sasl.jaas.config: '${KAFKA_LOGIN}'}
          data: customers.csv
          rate: 50/s
        queue:
          driver: acme
          with: {batch: 5}
          connections: 2
          timeout: 3 s
      """;

  private SampleProjects() {}
}

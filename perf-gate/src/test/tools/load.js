import http from "k6/http";
import { check } from "k6";

const at = __ENV.AT;
const rate = Number(__ENV.RATE || 10);
const paths = (__ENV.PATHS || "home,order,broken").split(",");

export const options = {
  scenarios: {
    shop: {
      executor: "ramping-arrival-rate",
      startRate: rate,
      stages: [{ target: rate, duration: "2s" }],
      preAllocatedVUs: 10,
    },
  },
  thresholds: { http_req_duration: ["p(95)<500"] },
};

export default function () {
  for (const path of paths) {
    const answer = http.get(`${at}/${path}`, { tags: { name: path, team: "shop" } });
    check(answer, { "it answers": (one) => one.status === 200 });
  }
}

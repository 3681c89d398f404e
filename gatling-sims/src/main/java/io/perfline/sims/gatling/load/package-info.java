/** The load that Gatling generates, and the records that its process and this one exchange. */
package io.perfline.sims.gatling.load;

/** What Gatling is to do, and what its process and the one that started it hand each other. */
package io.perfline.sims.gatling.load;

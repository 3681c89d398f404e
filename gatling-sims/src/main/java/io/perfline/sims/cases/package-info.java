/**
 * Plans the cases of a project, and measures one case, by the engine, by Gatling or by a program.
 */
package io.perfline.sims.cases;

/**
 * The whole pipeline: {@code ./perfline ci}, its stages in order, and {@code ./perfline confirm}.
 */
package io.perfline.cli.pipeline;

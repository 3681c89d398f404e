/** {@code ./perf-dev}: the command of perfline's maintainers. */
package io.perfline.proof;

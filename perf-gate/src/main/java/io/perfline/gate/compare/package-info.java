/** Two runs beside each other, case by case: what changed, with its interval. It judges nothing. */
package io.perfline.gate.compare;

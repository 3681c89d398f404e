/**
 * The words of a verdict: the reasons of the judge as sentences, and one class for each output.
 * Only what writes outputs depends on this package, and nothing reads its sentences again.
 */
package io.perfline.gate.text;

/** Makes runs from the results of other load tools, which are judged like any other run. */
package io.perfline.gate.imported;

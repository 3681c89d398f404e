/** Text for the terminal. */
package io.perfline.core.text;

/** The checkout that is measured, as git knows it. */
package io.perfline.core.git;

/**
 * The command {@code mcp}: a server of the Model Context Protocol, by which agents use perfline.
 */
package io.perfline.cli.mcp;

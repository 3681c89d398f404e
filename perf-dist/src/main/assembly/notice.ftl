perfline
Licensed under the Apache License, Version 2.0; see LICENSE.

This archive contains the following works of others, unchanged, each a jar in lib/ with its own
licence and notices inside:

<#list dependencyMap as entry>
<#assign project = entry.getKey()/>
<#assign licenses = entry.getValue()/>
${project.groupId}:${project.artifactId}:${project.version}
  ${(licenses?join(" or "))}<#if project.url??>
  ${project.url}</#if>
</#list>

import type { PolicyContext } from "../policy.ts";
import { toolDescription } from "../prompts/tool-description.ts";
import { signatureOf } from "../text-actions/tool-signature.ts";
import { toolNames } from "../tool-names.ts";

/** The tools that look around, of all environments, with what they do. */
export function navigationalTools({ environments }: Pick<PolicyContext, "environments">): string {
  const names = toolNames(environments);
  const lines = names.tools
    .filter(({ tool }) => tool.group === "navigational")
    .map((named) => `- ${signatureOf(named.name, named.tool)}: ${toolDescription(named, names)}`);
  return `Tools to look around with (a parameter with ? may be left out):\n${lines.join("\n")}`;
}

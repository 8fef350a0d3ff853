import { Command } from "commander";
import { withoutCredentials } from "../../config/target-names.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Tool } from "../../environment/tool.ts";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { openTargets, type TargetOptions } from "../open-targets.ts";
import { addLookingOptions } from "../run-options.ts";

interface Property {
  readonly type?: string | readonly string[];
  readonly description?: string;
}

function signature(tool: Tool): string {
  const schema = tool.inputSchema as { properties?: Record<string, Property>; required?: readonly string[] };
  const required = new Set(schema.required ?? []);
  const names = Object.keys(schema.properties ?? {}).map((name) => (required.has(name) ? name : `[${name}]`));
  return `${tool.name}(${names.join(", ")})`;
}

/** The tools to list. A single environment needs no tools that pass results to others. */
function shown(environment: Environment, all: readonly Environment[]): readonly Tool[] {
  return environment.tools.filter((tool) => all.length > 1 || tool.onlyBesideOthers !== true);
}

function exampleOf(tool: Tool): string {
  const required = (tool.inputSchema as { readonly required?: readonly string[] }).required ?? [];
  return [tool.name, ...required.map((name) => `${name}=…`)].join(" ");
}

export function toolsCommand(io: CliIo, _setExitCode: SetExitCode): Command {
  return addLookingOptions(new Command("tools"))
    .description("list the tools of a target")
    .argument("<target...>", "files, URLs or sample:cinema")
    .option("--json", "names, schemas and prerequisites as JSON")
    .action(async (targets: string[], options: TargetOptions & { json?: boolean }) => {
      await using opened = await openTargets(targets, io, options);
      if (options.json === true) {
        const list = opened.environments.map((environment) => ({
          environment: environment.id,
          kind: environment.kind,
          tools: shown(environment, opened.environments),
        }));
        io.out(`${JSON.stringify(list.length === 1 ? list[0] : list, null, 2)}\n`);
        return;
      }
      for (const environment of opened.environments) {
        io.out(`${io.colors.bold(environment.id)} (${environment.kind})\n`);
        for (const group of ["navigational", "functional"] as const) {
          io.out(`\n  ${group}\n`);
          for (const tool of shown(environment, opened.environments).filter((each) => each.group === group)) {
            const after =
              tool.prerequisites.length === 0
                ? ""
                : io.colors.dim(`  after ${tool.prerequisites.join(", ")}`);
            io.out(`    ${io.colors.cyan(signature(tool))}${after}\n      ${tool.description}\n`);
          }
        }
      }
      const [first] = opened.environments[0]?.tools ?? [];
      if (first !== undefined)
        io.out(
          `\nTry one by hand: fuxi call ${shellWord(withoutCredentials(targets[0] ?? ""))} ${exampleOf(first)}\n`,
        );
    });
}

/** Quotes a word for a shell: `&` in an address would end the command otherwise. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

import { Command } from "commander";
import type { Tool } from "../../environment/tool.ts";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { openTargets, type TargetOptions } from "../open-targets.ts";
import { addTargetOptions } from "../run-options.ts";

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

export function toolsCommand(io: CliIo, _setExitCode: SetExitCode): Command {
  return addTargetOptions(new Command("tools"))
    .description("list the tools of a target")
    .argument("<target...>", "files, URLs or sample:cinema")
    .option("--json", "names, schemas and prerequisites as JSON")
    .action(async (targets: string[], options: TargetOptions & { json?: boolean }) => {
      await using opened = await openTargets(targets, io, options);
      if (options.json === true) {
        const list = opened.environments.map(({ id, kind, tools }) => ({ environment: id, kind, tools }));
        io.out(`${JSON.stringify(list.length === 1 ? list[0] : list, null, 2)}\n`);
        return;
      }
      for (const environment of opened.environments) {
        io.out(`${io.colors.bold(environment.id)} (${environment.kind})\n`);
        for (const group of ["navigational", "functional"] as const) {
          io.out(`\n  ${group}\n`);
          for (const tool of environment.tools.filter((candidate) => candidate.group === group)) {
            const after =
              tool.prerequisites.length === 0
                ? ""
                : io.colors.dim(`  after ${tool.prerequisites.join(", ")}`);
            io.out(`    ${io.colors.cyan(signature(tool))}${after}\n      ${tool.description}\n`);
          }
        }
      }
      io.out(`\nTry one by hand: fuxi call ${targets[0]} find_columns_containing_value value=…\n`);
    });
}

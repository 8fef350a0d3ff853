import { parseArgs } from "node:util";

export interface ClauseBenchOptions {
  readonly folder: string;
  readonly verbose: boolean;
  /** Only this class of faults. */
  readonly class: string | undefined;
  readonly seed: string;
  /** Cases per class at most. */
  readonly limit: number;
}

/** The command line that the benchmarks of damaged queries share; ends the process where the folder is missing. */
export function clauseBenchOptions(name: string, defaultLimit: number): ClauseBenchOptions {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      verbose: { type: "boolean", default: false },
      class: { type: "string" },
      seed: { type: "string", default: "1" },
      limit: { type: "string", default: String(defaultLimit) },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) {
    console.error(
      `Usage: node bench/${name}.ts <data-folder> [--verbose] [--class name] [--seed n] [--limit n]`,
    );
    process.exit(64);
  }
  return {
    folder,
    verbose: values.verbose,
    class: values.class,
    seed: values.seed,
    limit: Number(values.limit),
  };
}

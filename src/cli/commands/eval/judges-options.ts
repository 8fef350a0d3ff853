import { Command, InvalidArgumentError, Option } from "commander";
import { whole, words } from "./eval-options.ts";

/** What `fuxi eval judges` is told. */
export interface JudgesOptions {
  readonly reviewers: number;
  readonly meta: number;
  readonly model?: readonly string[];
  readonly modelUrl?: string;
  readonly temperature: number;
  readonly reference?: boolean;
  readonly human?: string;
  /** False with --no-description. */
  readonly description: boolean;
  readonly only?: readonly string[];
  readonly concurrency: number;
  readonly prices?: string;
  readonly record?: string;
  readonly replay?: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function judgesOptions(): Command {
  return new Command("judges")
    .argument("<run>", "an evaluation")
    .option("--reviewers <n>", "of each sub-task", whole, 3)
    .option("--meta <n>", "meta-reviewers, who read the reviews and decide", whole, 3)
    .option("--model <names>", "that judge, with commas: they take turns (env FUXI_MODEL)", words)
    .option(
      "--model-url <url>",
      "base URL of an OpenAI-compatible server (env FUXI_MODEL_URL, key in FUXI_API_KEY)",
    )
    .option("--temperature <t>", "of reviewers and meta-reviewers", temperature, 0.7)
    .option("--reference", "also hold answers against the references of the benchmark")
    .option("--human <file>", "CSV with task, sub-task (or reference) and verdict: agreement with people")
    .option("--no-description", "judge without what the data are like, where they cannot be opened")
    .option("--only <tasks>", "only these questions, with commas", words)
    .option("--concurrency <n>", "verdicts beside each other", whole, 4)
    .option("--prices <file>", "YAML or JSON: per model, of a million tokens, input, output and cachedInput")
    .option("--record <file>", "record the judges' replies")
    .addOption(new Option("--replay <file>", "replay recorded replies").conflicts("record"))
    .option("--out <file>", "write the report there as JSON, with every rationale")
    .option("--json", "the report as JSON")
    .option("-q, --quiet", "no progress");
}

function temperature(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError("A number of 0 or more is wanted.");
}

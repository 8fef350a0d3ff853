/**
 * What the environments' tools cost in a list of tools: o200k tokens of each tool's description, input and output schema, and of all of it
 * together as it stands in such a list. The sums are of what is shown where one environment is attached alone.
 *
 * node bench/tool-tokens.ts
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Tool } from "../src/environment/tool.ts";
import type { JsonObject } from "../src/util/json.ts";
import { sumOf } from "./common.ts";
import { openSample } from "./environments.ts";

const TARGETS = ["sample:cinema", "sample:cinema-kb", "sample:cinema-api"];
const COLUMNS = ["description", "input", "output", "whole"] as const;
type Costs = Readonly<Record<(typeof COLUMNS)[number], number>>;

const tokens = (value: JsonObject): number => countTokens(JSON.stringify(value));

function costsOf({ name, description, inputSchema, outputSchema }: Tool): Costs {
  return {
    description: countTokens(description),
    input: tokens(inputSchema),
    output: tokens(outputSchema),
    whole: tokens({ name, description, inputSchema, outputSchema }),
  };
}

function row(name: string, mark: string, costs: Costs): string {
  return `${mark.padEnd(2)}${name.padEnd(40)}${COLUMNS.map((column) => String(costs[column]).padStart(12)).join("")}`;
}

const sum = (costs: readonly Costs[]): Costs =>
  Object.fromEntries(COLUMNS.map((column) => [column, sumOf(costs, (each) => each[column])])) as Costs;

console.log("* essential, + only beside other environments and in no sum\n");
for (const target of TARGETS) {
  const environment = await openSample(target);
  console.log(`${target.padEnd(42)}${COLUMNS.map((column) => column.padStart(12)).join("")}`);
  for (const tool of environment.tools)
    console.log(row(tool.name, tool.essential ? "*" : tool.onlyBesideOthers ? "+" : "", costsOf(tool)));
  const alone = environment.tools.filter(({ onlyBesideOthers }) => onlyBesideOthers !== true);
  console.log(row("essential", "", sum(alone.filter(({ essential }) => essential === true).map(costsOf))));
  console.log(row("all", "", sum(alone.map(costsOf))));
  console.log();
  await environment.close();
}

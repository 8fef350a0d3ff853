/**
 * Computes the answers of an Itool set on the sample API, with nothing but HTTP and JSONata; items whose solution fails are listed.
 *
 * npm run bench -- itool-gold <items.json> [<answers.json> to be written]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { itoolGold } from "../src/evaluation/itool/follow-solution.ts";
import { type ItoolGold, readItool } from "../src/evaluation/itool/itool-item.ts";

import { startCinemaApi } from "../src/samples/cinema/api/create-cinema-app.ts";
import { callOverHttp } from "../test/support/call-over-http.ts";
import { ended } from "./common.ts";

const [file, target] = process.argv.slice(2);
if (file === undefined) ended("Usage: npm run bench -- itool-gold <items.json> [<answers.json>]");
const items = readItool(readFileSync(file, "utf8"));
const api = await startCinemaApi();
const gold: Record<string, ItoolGold> = {};
const failed: string[] = [];
for (const item of items) {
  try {
    gold[item.id] = await itoolGold(item, callOverHttp(api.url));
  } catch (error) {
    failed.push(item.id);
    console.log(`${item.id}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
await api.close();
const made = items.filter(({ id }) => gold[id] !== undefined);
const counted = Map.groupBy(made, ({ category }) => category);
console.log([...counted].map(([category, { length }]) => `${category} ${length}`).join(", "));
console.log(
  `${failed.length} of ${items.length} failed${failed.length === 0 ? "" : `: ${failed.join(" ")}`}`,
);
const unneeded = items.filter(
  ({ id, category }) =>
    (category === "unclear" || category === "several-meanings") && gold[id]?.needsQuestion === false,
);
if (unneeded.length > 0)
  console.log(`every understanding has the same answer: ${unneeded.map(({ id }) => id).join(" ")}`);
if (target !== undefined) writeFileSync(target, `${JSON.stringify(gold, null, 1)}\n`);

/**
 * Action lists of AgentBench's knowledge-base task against their S-expressions: does replaying the calls build the program that the
 * S-expression is? Compared modulo what cannot be told without the knowledge base: a relation walked one way in the one, its reverse property
 * the other way in the other; and a class in an AND that the calls leave out.
 *
 * node bench/agentbench.ts <data-folder> [--list]
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { actionText } from "../src/environments/knowledge-base/program/action-text.ts";
import { actionsToProgram } from "../src/environments/knowledge-base/program/actions-to-program.ts";
import { classTest } from "../src/environments/knowledge-base/program/class-test.ts";
import { parseProgram } from "../src/environments/knowledge-base/program/parse-program.ts";
import { programKey } from "../src/environments/knowledge-base/program/program-key.ts";
import { programText } from "../src/environments/knowledge-base/program/program-text.ts";
import { takeApart } from "../src/environments/knowledge-base/program/take-apart.ts";
import { freebaseVocabulary } from "../src/environments/knowledge-base/vocabulary/freebase-vocabulary.ts";
import { createNames } from "../src/environments/knowledge-base/vocabulary/names.ts";
import { type ProgramDifference, programDifferences } from "./agentbench/program-differences.ts";

interface Question {
  readonly qid: string;
  readonly s_expression: string;
  readonly actions: readonly string[];
}

const folder = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
if (folder === undefined) {
  console.error("node bench/agentbench.ts <data-folder> [--list]");
  process.exit(64);
}
const list = process.argv.includes("--list");
const names = createNames(freebaseVocabulary);
const isClass = classTest(freebaseVocabulary);
const questions = ["dev", "std"].flatMap(
  (set) =>
    JSON.parse(readFileSync(join(folder, "agentbench-kg", `${set}.json`), "utf8")) as readonly Question[],
);

const differences = new Map<string, string[]>();
const tally = { equal: 0, sameText: 0, calls: 0 };
const short = (text: string) => text.replace(/\s+/gu, " ").trim();
for (const { qid, s_expression, actions } of questions) {
  const gold = parseProgram(s_expression, names, { isClass });
  const built = actionsToProgram(actions, names, { isClass });
  const found: readonly ProgramDifference[] = programDifferences(gold, built);
  if (found.every(({ allowed }) => allowed)) tally.equal++;
  for (const kind of new Set(found.map((each) => `${each.allowed ? "allowed" : "OTHER"}: ${each.kind}`)))
    differences.set(kind, [...(differences.get(kind) ?? []), qid]);
  if (list)
    for (const { kind, allowed, what } of found)
      if (!allowed) console.log(`${qid}\n  ${kind}: ${what}\n  ${s_expression}\n  ${actions.join(" ")}`);
  if (short(programText(gold, names, { isClass })) === short(s_expression)) tally.sameText++;
  const taken = await takeApart(built, names);
  const written = (texts: readonly string[]) => texts.map((text) => text.replaceAll(" ", "")).join(";");
  if (written(taken?.actions.map(actionText) ?? []) === written(actions)) tally.calls++;
  else
    differences.set("calls of takeApart otherwise", [
      ...(differences.get("calls of takeApart otherwise") ?? []),
      qid,
    ]);
  const again = parseProgram(programText(built, names, { isClass }), names, { isClass });
  if (programKey(again) !== programKey(built)) throw new Error(`${qid} does not read back`);
}

console.log(`${questions.length} action lists`);
console.log(
  `  build the program of their S-expression (but for reversed relations and classes): ${tally.equal}`,
);
console.log(`  S-expressions that are written as they were read: ${tally.sameText}`);
console.log(`  action lists that taking their program apart gives again, word for word: ${tally.calls}`);
for (const [kind, ids] of [...differences].sort(([a], [b]) => (a < b ? -1 : 1))) {
  console.log(`${kind}: ${ids.length}`);
  if (!kind.startsWith("allowed") || list) console.log(`  ${ids.join(" ")}`);
}

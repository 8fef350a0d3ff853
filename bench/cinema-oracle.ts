/**
 * The sample's questions on its knowledge base by their gold programs, taken apart into tool calls: is the answer the one that another engine gives
 * for the gold SPARQL, is each next action permitted, and is it in the list cut to 30. No thought is given, only the question; names in the
 * programs are replaced by the entities they mean. `--steps` takes the steps on the knowledge base of the questions that also need the database.
 *
 * node bench/cinema-oracle.ts [--steps] [--list [--lists]]
 */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEnvironments } from "../src/config/open-environments.ts";
import type { Action } from "../src/environment/action.ts";
import type { Answer } from "../src/environment/answer.ts";
import type { PermittedAction, PermittedSlot } from "../src/environment/permitted-action.ts";
import { ensureCinemaSample } from "../src/samples/cinema/ensure-cinema-sample.ts";
import { memoryArtifactStore } from "../src/store/artifacts.ts";
import { CinemaAnswers, type CinemaQuestion } from "../test/support/cinema-answers.ts";
import { linkedProgram } from "./cinema-oracle/linked-program.ts";

const CUT = 30;
const list = process.argv.includes("--list");
const cache = join(tmpdir(), "fuxi-bench-cache");
const signal = new AbortController().signal;
const file = join(import.meta.dirname, "../src/samples/cinema/knowledge-base-questions.json");
const questions = JSON.parse(readFileSync(file, "utf8")) as readonly CinemaQuestion[];
const gold = new CinemaAnswers(ensureCinemaSample(cache).database);
const [kb] = await openEnvironments(["sample:cinema-kb"], {
  folders: { cache, data: cache },
  env: {},
  signal,
  onWarning: () => {},
});
if (kb === undefined) process.exit(1);
await kb.capabilities.preparation?.prepare({ signal });
const context = {
  principal: { id: "bench" },
  signal,
  limits: { rows: 100_000, characters: 100_000, milliseconds: 30_000 },
  artifacts: memoryArtifactStore(),
};

/** A slot is the action when it is the tool, its constraint allows what is to be written, and the rest of the arguments are the same. */
function isOffered(offer: PermittedAction | PermittedSlot, { tool, arguments: given }: Action): boolean {
  const [name, fixed] =
    offer.type === "action" ? [offer.action.tool, offer.action.arguments] : [offer.tool, offer.arguments];
  if (name !== tool) return false;
  return Object.entries(given).every(([key, value]) => {
    if (offer.type !== "slot" || key !== offer.argument) return fixed[key] === value;
    const allowed = offer.constraint.enum;
    return !Array.isArray(allowed) || allowed.includes(value);
  });
}

function answeredTexts({ members, rows, value }: Answer): readonly string[] {
  if (members !== undefined)
    return members.map((member) => String(member.value ?? member.id ?? member.label ?? ""));
  return rows === undefined
    ? value === undefined
      ? []
      : [String(value)]
    : rows.rows.map((row) => String(row[0]));
}

/** Numbers that are equal to six digits are the same, and an IRI is the same as its short name. */
function plainText(text: string): string {
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number)) return String(Number(number.toPrecision(6)));
  const iri = /^https:\/\/cinema\.example\/([\w-]+)\/(.+)$/u.exec(text);
  return (iri === null ? text : `${iri[1]}:${iri[2]}`).trim().toLowerCase();
}

interface GoldProgram {
  readonly id: string;
  readonly question: string;
  readonly program: string;
  readonly wanted: () => readonly string[];
}

const steps = process.argv.includes("--steps");
/** Steps of the other questions are taken with the whole question, which says much else. */
const programs = questions.flatMap((each): readonly GoldProgram[] => {
  const { id, question, program } = each;
  if (program !== undefined) return steps ? [] : [{ id, question, program, wanted: () => gold.answer(each) }];
  const own = (each.steps ?? []).filter((step) => steps && step.program?.includes("GIVEN") === false);
  return own.map((step) => ({
    ...{ id, question, program: step.program ?? "" },
    wanted: () => gold.step({ in: "kb", gives: "ids", sparql: step.sparql ?? "" }, []),
  }));
});
const sum = { questions: 0, exact: 0, actions: 0, permitted: 0, inCut: 0 };
const perTool = new Map<string, { actions: number; permitted: number; inCut: number }>();
for (const question of programs) {
  sum.questions++;
  const program = linkedProgram(question.program, gold);
  const parts = await kb.capabilities.graph?.takeApart(program, context).catch((error: unknown) => {
    console.log(`${question.id}  ${String(error)}`);
    return undefined;
  });
  if (parts === undefined) {
    console.log(`${question.id}  cannot be taken apart: ${program}`);
    continue;
  }
  const task = { question: question.question };
  let workspace = await kb.openWorkspace(task, context);
  let failed = "";
  for (const action of parts.actions) {
    const cut = (await kb.permittedActions?.(workspace, { task, limit: CUT }, context)) ?? [];
    const inCut = cut.some((offer) => isOffered(offer, action));
    const all = inCut ? cut : ((await kb.permittedActions?.(workspace, { task, limit: 1e6 }, context)) ?? []);
    const permitted = inCut || all.some((offer) => isOffered(offer, action));
    const tool = perTool.get(action.tool) ?? { actions: 0, permitted: 0, inCut: 0 };
    for (const counted of [sum, tool]) {
      counted.actions++;
      if (permitted) counted.permitted++;
      if (inCut) counted.inCut++;
    }
    perTool.set(action.tool, tool);
    if (list && !inCut)
      console.log(
        `${question.id}  ${action.tool}(${Object.values(action.arguments).join(", ")}) ${permitted ? "not in the first 30" : "NOT PERMITTED"}: ${question.question}`,
      );
    if (list && !inCut && process.argv.includes("--lists"))
      console.log(cut.map(({ label }) => `      ${label}`).join("\n"));
    const result = await kb.act(workspace, action, context);
    if (result.failure !== undefined) {
      failed = `${action.tool}: ${result.failure.code}: ${result.failure.message}`;
      break;
    }
    workspace = result.workspace;
  }
  const concluded = failed === "" ? await kb.conclude(workspace, parts.claim, context) : undefined;
  const answered =
    concluded?.answer === undefined ? [] : answeredTexts(concluded.answer).map(plainText).sort();
  const wanted = question.wanted().map(plainText).sort();
  if (failed === "" && JSON.stringify(answered) === JSON.stringify(wanted)) sum.exact++;
  else
    console.log(
      `${question.id}  NOT EXACT ${failed || `${answered.length} against ${wanted.length}: ${answered.slice(0, 3)} against ${wanted.slice(0, 3)}`}\n   ${program}`,
    );
}
const share = (part: number, of: number): string => `${part} of ${of} (${((100 * part) / of).toFixed(1)} %)`;
console.log(`\nexactly what another engine gives: ${share(sum.exact, sum.questions)}`);
console.log(
  `next gold action permitted: ${share(sum.permitted, sum.actions)}; in the list of ${CUT}: ${share(sum.inCut, sum.actions)}`,
);
for (const [tool, { actions, permitted, inCut }] of perTool)
  console.log(`  ${tool}: permitted ${share(permitted, actions)}, in the list ${share(inCut, actions)}`);
gold.close();
await kb.close();

/**
 * Asking in databases and knowledge bases: questions over the sample, written without seeing the data, a third of which need no question. What should
 * happen is computed from the results of each question's understandings alone.
 *
 * npm run bench -- asking [--list] [--half odd|even]
 */

import { builtInPolicy } from "../src/agent/policies/built-in-policy.ts";
import { oraclePolicy } from "../src/agent/policies/oracle-policy.ts";
import type { Policy } from "../src/agent/policy.ts";
import { ask } from "../src/ask.ts";
import { scriptedUser } from "../src/clarification/scripted-user.ts";
import { defaultFolders } from "../src/config/folders.ts";
import { openEnvironments } from "../src/config/open-environments.ts";
import type { Environment } from "../src/environment/environment.ts";
import type { PreviousRun } from "../src/environment/task.ts";
import { ensureCinemaSample } from "../src/samples/cinema/ensure-cinema-sample.ts";
import type { Outcome } from "../src/trajectory/outcome.ts";
import {
  GoldEngines,
  keyOf,
  type Rows,
  textOf,
  twoTurnQuestions,
  type UnclearQuestion,
  unclearQuestions,
} from "../test/support/unclear-questions.ts";
import { askingOracle } from "./asking/asking-oracle.ts";

const list = process.argv.includes("--list");
const half = process.argv[process.argv.indexOf("--half") + 1];
const folders = defaultFolders(process.env);
const engines = new GoldEngines(ensureCinemaSample(folders.cache).database);
const [cinema, knowledgeBase] = await openEnvironments(["sample:cinema", "sample:cinema-kb"], {
  folders,
  env: process.env,
  signal: new AbortController().signal,
  onWarning: () => undefined,
});
if (cinema === undefined || knowledgeBase === undefined) throw new TypeError("The samples did not open.");
const environmentOf = (name: string): Environment => (name === "cinema" ? cinema : knowledgeBase);
const inHalf = ({ id }: { readonly id: string }): boolean => {
  const even = Number(/\d+$/u.exec(id)?.[0]) % 2 === 0;
  return half === "odd" ? !even : half === "even" ? even : true;
};

const questions = unclearQuestions().filter(inHalf);
const expected = new Map(questions.map((each) => [each.id, engines.expected(each)]));
console.log(
  `${questions.length} questions: ${count("ask")} to be asked about, ${count("answer")} to be answered, ${count("unanswerable")} that cannot be\n`,
);
await measure("built-in rules", () => builtInPolicy());
await measure("oracle that always wishes to ask", (item) => askingOracle(item));
await twoTurns();
engines.close();
await Promise.all([cinema.close(), knowledgeBase.close()]);

function count(behaviour: string): number {
  return [...expected.values()].filter((each) => each.behaviour === behaviour).length;
}

async function measure(name: string, policyFor: (item: UnclearQuestion) => Policy): Promise<void> {
  const rows = [];
  for (const item of questions) {
    const wanted = expected.get(item.id);
    if (wanted === undefined) continue;
    const reply = item.reply === "" ? ({ type: "declined" } as const) : item.reply;
    const { outcome, events } = await ask({
      environments: [environmentOf(item.environment)],
      policy: policyFor(item),
      question: item.question,
      userProxy: scriptedUser([{ reply, times: 3 }]),
      limits: { steps: 60 },
    });
    const asked = events.flatMap((event) => (event.type === "question-asked" ? [event.clarification] : []));
    const right = outcome.type === "answered" && keyOf(rowsOf(outcome)) === keyOf(wanted.answer);
    const assumed = outcome.type === "answered" && outcome.assumptions.length > 0;
    rows.push({ item, wanted, asked: asked.length > 0, right, assumed, outcome });
    if (list) {
      const said =
        outcome.type === "unanswerable"
          ? outcome.reason
          : outcome.type === "answered"
            ? `${JSON.stringify(rowsOf(outcome)).slice(0, 80)} ${outcome.assumptions.join(" ")}`
            : JSON.stringify(outcome);
      console.log(
        `${item.id} ${item.kind}: ${wanted.behaviour} / ${asked.length > 0 ? "asked" : "-"} ${outcome.type}${right ? " right" : ""}: ${item.question}\n    ${said.slice(0, 200)}${
          asked[0] === undefined
            ? ""
            : `\n    ? ${asked[0].question} [${asked[0].readings
                .map(({ text }) => text)
                .join(" | ")
                .slice(0, 300)}]`
        }`,
      );
    }
  }
  for (const environment of ["cinema", "cinema-kb", undefined]) {
    const these = rows.filter(({ item }) => environment === undefined || item.environment === environment);
    const should = these.filter(({ wanted }) => wanted.behaviour === "ask");
    const did = these.filter(({ asked }) => asked);
    const both = should.filter(({ asked }) => asked);
    const answered = these.filter(({ outcome }) => outcome.type === "answered");
    const unanswerable = these.filter(({ wanted }) => wanted.behaviour === "unanswerable");
    const refused = unanswerable.filter(({ outcome }) => outcome.type === "unanswerable");
    console.log(
      `${name}, ${environment ?? "both"}: asked ${did.length}, precision ${share(both.length, did.length)}, recall ${share(both.length, should.length)}; answered ${answered.length}, right ${share(answered.filter(({ right }) => right).length, answered.length)}; right after asking ${both.filter(({ right }) => right).length} of ${both.length}; unanswerable told ${refused.length} of ${unanswerable.length}`,
    );
  }
  console.log();
}

async function twoTurns(): Promise<void> {
  let both = 0;
  let answered = 0;
  let first = 0;
  let oracle = 0;
  const items = twoTurnQuestions().filter(inHalf);
  for (const item of items) {
    const environment = environmentOf(item.environment);
    const wanted = engines.rows(item.environment, item.secondGold);
    const one = await ask({ environments: [environment], policy: builtInPolicy(), question: item.first });
    const right =
      one.outcome.type === "answered" &&
      keyOf(rowsOf(one.outcome)) === keyOf(engines.rows(item.environment, item.firstGold));
    if (right) first++;
    const previous: PreviousRun = { run: one.runId, question: item.first, ...previousOf(one.outcome) };
    const two = await ask({
      environments: [environment],
      policy: builtInPolicy(),
      question: item.second,
      previous,
    });
    const good = two.outcome.type === "answered" && keyOf(rowsOf(two.outcome)) === keyOf(wanted);
    if (two.outcome.type === "answered") answered++;
    if (good) both++;
    if (item.environment === "cinema") {
      const gold = await ask({
        environments: [environment],
        policy: oraclePolicy({ sql: item.secondGold }),
        question: item.second,
        previous,
        limits: { steps: 60 },
      });
      if (gold.outcome.type === "answered" && keyOf(rowsOf(gold.outcome)) === keyOf(wanted)) oracle++;
    }
    if (list) {
      console.log(
        `${item.id} first ${right ? "right" : one.outcome.type}, second ${good ? "right" : two.outcome.type}: ${item.first} → ${item.second}\n    ${two.outcome.type === "unanswerable" ? two.outcome.reason : two.outcome.type === "answered" ? two.outcome.answer.text.slice(0, 100) : ""}`,
      );
    }
  }
  const databases = items.filter(({ environment }) => environment === "cinema").length;
  console.log(
    `follow-ups by the built-in rules: ${items.length}, first right ${first}, second answered ${answered}, right ${both}; oracle (gold SQL of the second turn) ${oracle} of ${databases}`,
  );
}

function previousOf(outcome: Outcome) {
  if (outcome.type !== "answered") return {};
  const [evidence] = outcome.evidence;
  const rests = evidence?.sql ?? evidence?.program;
  return { answer: outcome.answer.text, ...(rests === undefined ? {} : { evidence: rests }) };
}

function rowsOf(outcome: Outcome): Rows {
  if (outcome.type !== "answered") return [];
  const { rows, members, value } = outcome.answer;
  // Of entities the identifier is the answer, as in the gold queries.
  if (members !== undefined)
    return members.map((member) => [textOf(member.iri ?? member.id ?? member.value)]);
  if (rows !== undefined) return rows.rows.map((row) => row.map(textOf));
  return value === undefined ? [] : [[textOf(value)]];
}

function share(part: number, whole: number): string {
  return whole === 0 ? "-" : `${part} of ${whole} (${((100 * part) / whole).toFixed(0)} %)`;
}

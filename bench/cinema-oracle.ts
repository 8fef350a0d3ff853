/**
 * The sample's questions on its knowledge base by their gold programs, taken apart into tool calls: is the answer the one that another engine gives
 * for the gold SPARQL, is each next action permitted, and is it in the list cut to 30. No thought is given, only the question; names in the
 * programs are replaced by the entities they mean. `--steps` takes the steps on the knowledge base of the questions that also need the database.
 *
 * node bench/cinema-oracle.ts [--steps] [--list [--lists]]
 */

import type { Answer } from "../src/environment/answer.ts";
import { ensureCinemaSample } from "../src/samples/cinema/ensure-cinema-sample.ts";
import { cinemaPrefixes } from "../src/samples/cinema/knowledge-base/turtle-writer.ts";
import { CinemaAnswers, type CinemaQuestion } from "../test/support/cinema-answers.ts";
import { CACHE, readJson, share } from "./common.ts";
import { type ActionPlace, benchContext, openSample, placeOf } from "./environments.ts";

/** `(JOIN r "name")` or `(JOIN (R r) "name")`, and quotes anywhere else. */
const QUOTED = /(?:\(JOIN\s+(?:\(R\s+([\w-]+)\)|([\w-]+))\s+)?"([^"]*)"(\^\^[^\s()]+|@[\w-]+)?/gu;

/**
 * Gold entity linking: each quoted name without a datatype as the identifier of the entity that has exactly that label. Of several, the one that has
 * the relation beside it in the program; else one of the class of those that have it. A name that no entity has is a value and stays.
 */
function linkedProgram(program: string, gold: CinemaAnswers): string {
  return program.replace(QUOTED, (all, ...groups: (string | undefined)[]) => {
    const [outward, inward, name = "", typed] = groups;
    const found = typed === undefined ? entityNamed(name, outward, inward, gold) : undefined;
    return found === undefined ? all : all.replace(/"[^"]*"$/u, `<${found}>`);
  });
}

function entityNamed(
  name: string,
  outward: string | undefined,
  inward: string | undefined,
  gold: CinemaAnswers,
): string | undefined {
  const label = JSON.stringify(name);
  const named = `VALUES ?l { ${label} ${label}@en } ?s <http://www.w3.org/2000/01/rdf-schema#label> ?l .`;
  const relation = `<${cinemaPrefixes[""]}${outward ?? inward ?? ""}>`;
  const edge = (end: string): string =>
    outward === undefined ? `[] ${relation} ${end} .` : `${end} ${relation} [] .`;
  const ask = (more: string): readonly string[] =>
    gold.step({ in: "kb", gives: "ids", sparql: `SELECT DISTINCT ?s { ${named} ${more} }` }, []);
  const tiers = [
    () => ask(edge("?s")),
    () => ask(`?s a ?c . ?other a ?c . ${edge("?other")}`),
    () => ask(""),
  ];
  for (const tier of tiers) {
    const [first] = tier();
    if (first !== undefined) return first;
  }
  return undefined;
}

const list = process.argv.includes("--list");
const questions = readJson(
  new URL("../src/samples/cinema/knowledge-base-questions.json", import.meta.url),
) as readonly CinemaQuestion[];
const gold = new CinemaAnswers(ensureCinemaSample(CACHE).database);
const kb = await openSample("sample:cinema-kb");
const context = benchContext({ rows: 100_000, characters: 100_000, milliseconds: 30_000 });
await kb.capabilities.preparation?.prepare({ signal: context.signal });

function answeredTexts({ members, rows, value }: Answer): readonly string[] {
  if (members !== undefined) return members.map((each) => String(each.value ?? each.id ?? each.label ?? ""));
  if (rows !== undefined) return rows.rows.map((row) => String(row[0]));
  return value === undefined ? [] : [String(value)];
}

/** Numbers that are equal to six digits are the same, and an IRI is the same as its short name. */
function plainText(text: string): string {
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number)) return String(Number(number.toPrecision(6)));
  const iri = /^https:\/\/cinema\.example\/([\w-]+)\/(.+)$/u.exec(text);
  return (iri === null ? text : `${iri[1]}:${iri[2]}`).trim().toLowerCase();
}

const steps = process.argv.includes("--steps");
/** Steps of the other questions are taken with the whole question, which says much else. */
const programs = questions.flatMap((each) => {
  const { id, question, program } = each;
  if (program !== undefined) return steps ? [] : [{ id, question, program, wanted: () => gold.answer(each) }];
  const own = (each.steps ?? []).filter((step) => steps && step.program?.includes("GIVEN") === false);
  return own.map((step) => ({
    ...{ id, question, program: step.program ?? "" },
    wanted: () => gold.step({ in: "kb", gives: "ids", sparql: step.sparql ?? "" }, []),
  }));
});
const places: ActionPlace[] = [];
let exact = 0;
for (const question of programs) {
  const program = linkedProgram(question.program, gold);
  const parts = await kb.capabilities.graph
    ?.takeApart(program, context)
    .catch((error: unknown) => console.log(`${question.id}  ${String(error)}`));
  if (!parts) {
    console.log(`${question.id}  cannot be taken apart: ${program}`);
    continue;
  }
  const task = { question: question.question };
  let workspace = await kb.openWorkspace(task, context);
  let failed = "";
  for (const action of parts.actions) {
    const place = await placeOf(action, kb, workspace, task, context);
    const { inCut, permitted } = place;
    places.push(place);
    if (list && !inCut)
      console.log(
        `${question.id}  ${action.tool}(${Object.values(action.arguments).join(", ")}) ${permitted ? "not in the first 30" : "NOT PERMITTED"}: ${question.question}`,
      );
    if (list && !inCut && process.argv.includes("--lists"))
      console.log(place.listed.map((label) => `      ${label}`).join("\n"));
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
  if (failed === "" && JSON.stringify(answered) === JSON.stringify(wanted)) exact++;
  else
    console.log(
      `${question.id}  NOT EXACT ${failed || `${answered.length} against ${wanted.length}: ${answered.slice(0, 3)} against ${wanted.slice(0, 3)}`}\n   ${program}`,
    );
}
const counted = (all: readonly ActionPlace[]) => ({
  permitted: share(all.filter(({ permitted }) => permitted).length, all.length),
  listed: share(all.filter(({ inCut }) => inCut).length, all.length),
});
const { permitted, listed } = counted(places);
console.log(`\nexactly what another engine gives: ${share(exact, programs.length)}`);
console.log(`next gold action permitted: ${permitted}; in the list of 30: ${listed}`);
for (const [tool, all] of Map.groupBy(places, (place) => place.tool)) {
  const own = counted(all);
  console.log(`  ${tool}: permitted ${own.permitted}, in the list ${own.listed}`);
}
gold.close();
await kb.close();

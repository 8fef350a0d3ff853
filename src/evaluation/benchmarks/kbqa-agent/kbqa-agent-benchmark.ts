import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Benchmark, BenchmarkSet, BenchmarkTask, LoadOptions } from "../../benchmark/benchmark.ts";

import { EM, F1, type GoldMember, GRAPH_VA, scoreGraph } from "../../scores/graph/score-graph.ts";

import { checkedContent, checkedFolder, countNote, DataFolder, noSplit, withIds } from "../data-folder.ts";
import { namesOfProgram } from "../path-task.ts";

const kbqaAgentQuestion = z.object({
  qid: z.union([z.string(), z.number()]).transform(String),
  question: z.string(),
  source: z.string().optional(),
  /** Names as in the question, and ids. */
  entities: z.record(z.string(), z.string()),
  s_expression: z.string(),
  actions: z.array(z.string()).optional(),
  answer: z.array(
    z.object({
      answer_type: z.enum(["Entity", "Value"]).optional(),
      answer_argument: z.union([z.string(), z.number()]).transform(String),
      entity_name: z.string().nullish(),
    }),
  ),
});

/** As AgentBench and Middleware publish it. */
type KbqaAgentQuestion = z.infer<typeof kbqaAgentQuestion>;

/**
 * The group of a question in the paper's Table 2, from its S-expression: `counting` if the answer is a count, `superlative` if it takes a maximum or
 * minimum anywhere, `none` otherwise.
 */
function functionOf(sExpression: string): "counting" | "superlative" | "none" {
  if (/^\s*\(\s*COUNT\b/iu.test(sExpression)) return "counting";
  if (/\(\s*ARG(?:MAX|MIN)\b/iu.test(sExpression)) return "superlative";
  return /\(\s*COUNT\b/iu.test(sExpression) ? "counting" : "none";
}

/** Number of hops: actions of the gold that look up relations or attributes, as the authors of Middleware count. Undefined without actions. */
function hopsOf({ actions }: Pick<KbqaAgentQuestion, "actions">): number | undefined {
  return actions?.filter((action) => /get_relations|get_attributes/u.test(action)).length;
}

const MEASURES = [F1, EM, GRAPH_VA];
const LAYOUT = "std.json and dev.json of AgentBench (data/knowledgegraph), or ext.json of Middleware";
const PLACE = "freebase";
const FREEBASE = "http://rdf.freebase.com/ns/";
/** Questions of Middleware's test set (Table 2). */
const PUBLISHED = 500;

/**
 * KBQA-Agent (Gu et al., "Middleware for LLMs", 2024, Section 4) and the knowledge graph task of AgentBench in the same format: questions on Freebase,
 * which is not part of the data. Groups: `function` as in the paper's Table 2, `hops` as its authors count them, `source`.
 */
export const kbqaAgentBenchmark: Benchmark = {
  name: "kbqa-agent",
  title: "KBQA-Agent: questions of many hops on Freebase, std, dev and ext (github.com/THUDM/AgentBench)",
  measures: MEASURES,
  load,
};

async function load(options: LoadOptions): Promise<BenchmarkSet> {
  const folder = new DataFolder(checkedFolder("kbqa-agent", options, ["split", "endpoint"]), LAYOUT);
  const files = filesOf(folder, options.split);
  const endpoint = endpointOf(options.endpoint);
  const questions: KbqaAgentQuestion[] = [];
  for (const file of files) {
    const content = await folder.json(file);
    questions.push(
      ...checkedContent(
        z.array(kbqaAgentQuestion),
        content,
        file,
        "list of questions in the KBQA-Agent format",
      ),
    );
  }
  const tasks = withIds(questions, ({ qid }) => qid).map(({ id, question }) => kbqaAgentTask(id, question));
  const empty = questions.filter(({ answer }) => answer.length === 0).length;
  return {
    tasks,
    places: { [PLACE]: { targets: [endpoint], vocabulary: "freebase" } },
    checksums: { ...folder.checksums, ...(await checksumOf(endpoint)) },
    notes: [
      ...(questions.length === PUBLISHED
        ? []
        : [
            `These are ${questions.length} questions, not the ${PUBLISHED} of Table 2 in Middleware for LLMs: figures are not comparable with it.`,
          ]),
      ...countNote(empty, questions, "have an empty gold answer."),
    ],
    score: scoreGraph({ measures: MEASURES, goldOf, idKey: freebaseKey }),
  };
}

/** @throws FuxiError `usage` */
function filesOf(folder: DataFolder, split: string | undefined): readonly string[] {
  switch (split) {
    case "std":
    case "dev":
    case "ext":
      return [folder.needed([`${split}.json`])];
    case "all":
      return ["std.json", "dev.json"].map((file) => folder.needed([file]));
    case undefined: {
      if (folder.has("ext.json")) return ["ext.json"];
      const found = ["std.json", "dev.json"].filter((file) => folder.has(file));
      return found.length > 0 ? found : [folder.needed(["ext.json", "std.json", "dev.json"])];
    }
    default:
      throw noSplit("KBQA-Agent", split, ["std", "dev", "all (std and dev)", "ext"]);
  }
}

/** @throws FuxiError `usage` where none is given, `target-not-found` for a file that is not there */
function endpointOf(endpoint: string | undefined): string {
  if (endpoint === undefined) {
    throw new FuxiError("usage", "KBQA-Agent's questions are about Freebase, which is not in its data.", {
      hint: "Name a SPARQL endpoint that holds Freebase, such as Virtuoso set up by github.com/dki-lab/Freebase-Setup, with --endpoint http://127.0.0.1:3001/sparql, or an RDF file with the part of Freebase that is asked about.",
    });
  }
  if (isAddress(endpoint) || existsSync(endpoint)) return endpoint;
  throw new FuxiError("target-not-found", `There is no file ${endpoint}.`, {
    hint: "Name an RDF file, or the address of a SPARQL endpoint with http:// or https://.",
  });
}

function isAddress(endpoint: string): boolean {
  return /^[a-z][a-z0-9+-]*:\/\//iu.test(endpoint);
}

/** The content of a server has no checksum. */
async function checksumOf(endpoint: string): Promise<Readonly<Record<string, string>>> {
  if (isAddress(endpoint)) return {};
  const folder = new DataFolder(dirname(endpoint), LAYOUT);
  await folder.noteChecksum(basename(endpoint));
  return folder.checksums;
}

function kbqaAgentTask(id: string, question: KbqaAgentQuestion): BenchmarkTask {
  const { entities, s_expression: program, source } = question;
  const hops = hopsOf(question);
  const names = [...namesOfProgram(program), ...Object.keys(entities)];
  return {
    id,
    place: PLACE,
    question: question.question,
    entities: Object.entries(entities).map(([name, entity]) => ({ name, id: entity })),
    groups: {
      function: functionOf(program),
      ...(hops === undefined ? {} : { hops: String(hops) }),
      ...(source === undefined ? {} : { source }),
    },
    gold: {
      answer: question.answer.map(({ answer_type, answer_argument, entity_name }) =>
        isEntity(answer_type, answer_argument)
          ? { id: answer_argument, ...(entity_name ? { name: entity_name } : {}) }
          : { value: answer_argument },
      ),
      program,
    },
    oracle: { program },
    intended: { names: [...new Set(names)] },
  };
}

/** Answers without a type are classified by their form. */
function isEntity(type: "Entity" | "Value" | undefined, argument: string): boolean {
  return type === undefined ? /^[mg]\.\w+$/u.test(argument) : type === "Entity";
}

function goldOf({ gold }: BenchmarkTask): readonly GoldMember[] {
  const answer = gold.answer as readonly { readonly id?: string; readonly value?: string }[];
  return answer.map(({ id, value }) => (id === undefined ? { value: value ?? "" } : { id }));
}

/** Removes the namespace of a Freebase name: the gold has none, answers may have one. */
function freebaseKey(id: string): string {
  const plain = id.replace(/^<(.*)>$/u, "$1");
  return plain.startsWith(FREEBASE) ? plain.slice(FREEBASE.length) : plain.replace(/^(?:ns|fb):/u, "");
}

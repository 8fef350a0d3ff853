import type { BenchmarkTask, IntendedReading } from "../../benchmark/benchmark-task.ts";
import { intendedByQuery } from "../intended-by-query.ts";
import { itoolTask } from "../itool/itool-tasks.ts";
import type { CinemaContent, CinemaGolds, FollowUp, UnclearQuestion } from "./cinema-content.ts";
import { namesInProgram } from "./names-in-program.ts";

/** Environments as the set's groups have them, and what is opened for each. */
export const CINEMA_PLACES = {
  database: { targets: ["sample:cinema"] },
  "knowledge-base": { targets: ["sample:cinema-kb"] },
  "rest-api": { targets: ["sample:cinema-api"] },
  both: { targets: ["sample:cinema-kb", "sample:cinema"] },
} as const;

export type CinemaPlace = keyof typeof CINEMA_PLACES;

/** Of the sample's Itool items, which share ids with other questions. */
const ITOOL = "itool-";

export const itoolIdOf = (task: string): string => task.slice(ITOOL.length);

/** All questions of the sample: clear ones, unclear ones, follow-ups, and the Itool set. */
export function cinemaTasks(content: CinemaContent): readonly BenchmarkTask[] {
  const { golds } = content;
  return [
    ...content.database.map(({ id, question, sql, tags: [kind = ""] }) => ({
      id,
      question,
      ...placed("database", "questions", kind),
      gold: { sql },
      oracle: { sql },
      intended: intendedByQuery(sql),
    })),
    ...content.graph.map(({ id, kind, question }) => graphTask(id, kind, question, golds)),
    ...content.unclear.map((each) => unclearTask(each, golds)),
    ...content.followUps.map((each) => followUpTask(each, golds)),
    ...content.items.map((item) => ({
      ...itoolTask(item, content.itoolGolds[item.id], placed("rest-api", "itool", item.category)),
      id: `${ITOOL}${item.id}`,
    })),
  ];
}

function placed(place: CinemaPlace, part: string, kind: string): Pick<BenchmarkTask, "place" | "groups"> {
  return { place, groups: { environment: place, part, kind } };
}

function graphTask(id: string, kind: string, question: string, golds: CinemaGolds): BenchmarkTask {
  const { answers = [], program } = golds.knowledgeBase[id] ?? {};
  return {
    id,
    question,
    ...placed(kind === "both" ? "both" : "knowledge-base", "questions", kind),
    gold: { answers, ...(program === undefined ? {} : { program }) },
    ...(program === undefined ? {} : { oracle: { program }, intended: { names: namesInProgram(program) } }),
  };
}

function unclearTask(question: UnclearQuestion, golds: CinemaGolds): BenchmarkTask {
  const { id, kind, environment, understandings } = question;
  const { behaviour, understanding, answers } = golds.unclear[id] ?? {};
  const meant = understanding === undefined ? undefined : understandings[understanding];
  const isSql = environment === "cinema" && meant !== undefined;
  return {
    id,
    question: question.question,
    ...placed(environment === "cinema" ? "database" : "knowledge-base", "unclear", kind),
    gold: {
      behaviour: behaviour ?? "unanswerable",
      ...(isSql ? { sql: meant.gold } : {}),
      ...(answers === undefined ? {} : { answers }),
    },
    ...(isSql ? { oracle: { sql: meant.gold } } : {}),
    intended: intendedOf(question, meant, behaviour === "ask"),
  };
}

function intendedOf(
  { kind, words, reply }: UnclearQuestion,
  meant: UnclearQuestion["understandings"][number] | undefined,
  isNeeded: boolean,
): IntendedReading {
  const mayAsk = kind === "typo";
  const named = meant === undefined ? [] : [meant.meaning, ...literalsIn(meant.gold)];
  return {
    names: [...new Set([...(reply === "" ? [] : [reply]), ...named])],
    ...(reply === "" ? {} : { answer: reply }),
    ...(isNeeded && !mayAsk
      ? { needed: `What do you mean by ${words.map((each) => `"${each}"`).join(" and ")}?` }
      : {}),
    ...(mayAsk ? { mayAsk } : {}),
    words,
  };
}

/** Texts in quotes, in SQL or in SPARQL. */
function literalsIn(query: string): readonly string[] {
  return [...query.matchAll(/'((?:[^']|'')*)'|"([^"\\]+)"@en/gu)].map((match) =>
    (match[1] ?? match[2] ?? "").replaceAll("''", "'"),
  );
}

function followUpTask(
  { id, environment, first, firstGold, second, secondGold }: FollowUp,
  golds: CinemaGolds,
): BenchmarkTask {
  const { first: answer = "", answers } = golds.followUp[id] ?? {};
  const isSql = environment === "cinema";
  return {
    id,
    question: second,
    ...placed(isSql ? "database" : "knowledge-base", "follow-up", "follow-up"),
    previous: { run: `${id}-first`, question: first, answer, ...(isSql ? { evidence: firstGold } : {}) },
    gold: { ...(isSql ? { sql: secondGold } : {}), ...(answers === undefined ? {} : { answers }) },
    ...(isSql ? { oracle: { sql: secondGold }, intended: intendedByQuery(secondGold) } : {}),
  };
}

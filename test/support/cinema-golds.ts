import { readFileSync } from "node:fs";
import { CinemaAnswers, type CinemaQuestion } from "./cinema-answers.ts";
import {
  GoldEngines,
  keyOf,
  type Rows,
  twoTurnQuestions,
  type UnclearQuestion,
  unclearQuestions,
} from "./unclear-questions.ts";

/** What the sample's questions have as right answers, by engines that are not this project's: Oxigraph for SPARQL, SQLite for SQL. */
export interface CinemaGolds {
  /** Members of the answer as text, and the program with identifiers in place of names. */
  readonly knowledgeBase: Readonly<
    Record<string, { readonly answers: readonly string[]; readonly program?: string }>
  >;
  /** What should happen, the understanding that is answered, and in the knowledge base what the answer is. */
  readonly unclear: Readonly<
    Record<
      string,
      { readonly behaviour: string; readonly understanding?: number; readonly answers?: readonly string[] }
    >
  >;
  /** Of the first question its answer in words; of the second, in the knowledge base, the answer. */
  readonly followUp: Readonly<
    Record<string, { readonly first: string; readonly answers?: readonly string[] }>
  >;
}

const LONGEST_ANSWER = 300;

/** `link` puts identifiers in place of the names in a program. A few of the questions over both environments take minutes. */
export function graphGolds(
  databasePath: string,
  link: (program: string, answers: CinemaAnswers) => string,
): CinemaGolds["knowledgeBase"] {
  const answers = new CinemaAnswers(databasePath);
  try {
    return Object.fromEntries(kbQuestions().map((each) => [each.id, kbGold(each, answers, link)]));
  } finally {
    answers.close();
  }
}

export function askingGolds(databasePath: string): Pick<CinemaGolds, "unclear" | "followUp"> {
  const engines = new GoldEngines(databasePath);
  try {
    return {
      unclear: Object.fromEntries(unclearQuestions().map((each) => [each.id, unclearGold(each, engines)])),
      followUp: Object.fromEntries(
        twoTurnQuestions().map(({ id, environment, firstGold, secondGold }) => [
          id,
          {
            first: wordsOf(engines.rows(environment, firstGold)),
            ...(environment === "cinema" ? {} : { answers: firstOf(engines.rows(environment, secondGold)) }),
          },
        ]),
      ),
    };
  } finally {
    engines.close();
  }
}

function unclearGold(question: UnclearQuestion, engines: GoldEngines): CinemaGolds["unclear"][string] {
  const { environment, understandings, intended } = question;
  const { behaviour, answer } = engines.expected(question);
  if (behaviour === "unanswerable") return { behaviour };
  const results = understandings.map(({ gold }) => keyOf(engines.rows(environment, gold)));
  const wanted = keyOf(answer);
  const at = results[intended ?? -1] === wanted ? intended : results.indexOf(wanted);
  return {
    behaviour,
    understanding: at ?? 0,
    ...(environment === "cinema" ? {} : { answers: firstOf(answer) }),
  };
}

function kbQuestions(): readonly CinemaQuestion[] {
  const file = new URL("../../src/samples/cinema/knowledge-base-questions.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as readonly CinemaQuestion[];
}

function kbGold(
  question: CinemaQuestion,
  answers: CinemaAnswers,
  link: Parameters<typeof graphGolds>[1],
): CinemaGolds["knowledgeBase"][string] {
  const { program } = question;
  return {
    answers: [...new Set(answers.answer(question))],
    ...(program === undefined ? {} : { program: link(program, answers) }),
  };
}

function firstOf(rows: Rows): readonly string[] {
  return [...new Set(rows.map(([first = ""]) => first))].sort();
}

function wordsOf(rows: Rows): string {
  return rows
    .map((row) => row.join(" "))
    .join("; ")
    .slice(0, LONGEST_ANSWER);
}

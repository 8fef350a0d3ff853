import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface GoldPath {
  readonly id: string;
  readonly question: string;
  /** As the file writes it. */
  readonly entity: string;
  /** Names of relations, `^` for the way back. */
  readonly relations: readonly string[];
  readonly answers: readonly string[];
}

export interface GoldSet {
  readonly name: string;
  /** The file of triples that the questions are about. */
  readonly file: string;
  /** Whether the entity that a question starts from is taken away after every hop. */
  readonly withoutStart: boolean;
  readonly questions: readonly GoldPath[];
}

export function readGoldSets(folder: string): readonly GoldSet[] {
  return [...metaqa(join(folder, "metaqa")), ...pathQuestion(join(folder, "pathquestion"))];
}

function metaqa(folder: string): readonly GoldSet[] {
  return [1, 2, 3].flatMap((hops) => {
    const file = join(folder, `${hops}hop_dev.jsonl`);
    if (!existsSync(file)) return [];
    const questions = linesOf(file).map((line) => JSON.parse(line) as GoldPath);
    return [{ name: `MetaQA ${hops}-hop`, file: join(folder, "kb.txt"), withoutStart: true, questions }];
  });
}

const PATH_QUESTION: readonly (readonly [name: string, kb: string])[] = [
  ["PQ-2H", "2H-kb.txt"],
  ["PQ-3H", "3H-kb.txt"],
  ["PQL-2H", "PQL2-KB.txt"],
  ["PQL-3H", "PQL3-KB.txt"],
  ["PQL-3H_more", "PQL3-KB.txt"],
];

function pathQuestion(folder: string): readonly GoldSet[] {
  return PATH_QUESTION.flatMap(([name, kb]) => {
    const file = join(folder, kb);
    if (!existsSync(file)) return [];
    const texts = new Set(linesOf(file).flatMap((line) => line.split("\t").map((part) => part.trim())));
    const questions = linesOf(join(folder, `${name}.txt`)).map((line, at) =>
      pathOf(line, `${name}-${at + 1}`, texts),
    );
    return [{ name: `PathQuestion ${name}`, file, withoutStart: false, questions }];
  });
}

/** `question  answer(answer1/answer2/)  subject#r1#e1#r2#answer#<end>#answer`; names may hold slashes and brackets. */
function pathOf(line: string, id: string, texts: ReadonlySet<string>): GoldPath {
  const [question = "", answer = "", path = ""] = line.split("\t");
  const parts = path
    .trim()
    .replace(/#<end>#.*$/u, "")
    .split("#");
  const relations = parts.filter((_, at) => at % 2 === 1);
  const last = parts.at(-1) ?? "";
  const inner = answer.trim().startsWith(`${last}(`)
    ? answer.trim().slice(last.length + 1)
    : answer.slice(answer.indexOf("(") + 1);
  const answers: string[] = [];
  let begun = "";
  for (const part of inner.replace(/\)$/u, "").split("/")) {
    begun = begun === "" ? part : `${begun}/${part}`;
    if (!texts.has(begun)) continue;
    answers.push(begun);
    begun = "";
  }
  return { id, question: question.trim(), entity: parts[0] ?? "", relations, answers };
}

function linesOf(file: string): readonly string[] {
  return readFileSync(file, "utf8")
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== "");
}

import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { PathQuestion } from "../path-task.ts";

/**
 * Questions in PathQuestion's form, one a line: `question<TAB>answer(answer1/answer2/)<TAB>subject#r1#e1#r2#answer#<end>#answer`. Names may hold
 * slashes and brackets, so that only the knowledge base says where one of the answers ends.
 *
 * @param texts what the knowledge base has as subject or object
 * @throws FuxiError `data-invalid`
 */
export function pathQuestions(
  text: string,
  texts: ReadonlySet<string>,
  { file, prefix }: { readonly file: string; readonly prefix: string },
): readonly PathQuestion[] {
  return linesOf(text).map((line, at) => {
    const [question = "", answer = "", path = ""] = line.split("\t").map((part) => part.trim());
    const stops = path.replace(/#<end>#.*$/u, "").split("#");
    const [entity = ""] = stops;
    const relations = stops.filter((_, place) => place % 2 === 1);
    if (question === "" || answer === "" || relations.length === 0) {
      throw new FuxiError(
        "data-invalid",
        `Line ${at + 1} of ${file} is no question of PathQuestion: it lacks an answer or its path.`,
      );
    }
    return {
      id: `${prefix}-${at + 1}`,
      question,
      entity,
      relations,
      answers: answersOf(answer, stops.at(-1) ?? "", texts),
    };
  });
}

/** Subjects and objects of a file of triples with tabs between them. */
export function textsOfTriples(text: string): ReadonlySet<string> {
  return new Set(
    linesOf(text).flatMap((line) => {
      const parts = line.split("\t").filter((part) => part !== "");
      return [parts[0] ?? "", parts.at(-1) ?? ""].map((part) => part.trim());
    }),
  );
}

/** One that the knowledge base does not have is taken up to the next slash. */
function answersOf(written: string, last: string, texts: ReadonlySet<string>): readonly string[] {
  const inner = written.startsWith(`${last}(`)
    ? written.slice(last.length + 1)
    : written.slice(written.indexOf("(") + 1);
  const parts = inner.replace(/\)$/u, "").replace(/\/$/u, "").split("/");
  const answers: string[] = [];
  for (let from = 0; from < parts.length; ) {
    const ends = parts.map((_, end) => end + 1).filter((end) => end > from);
    const end = ends.find((each) => texts.has(parts.slice(from, each).join("/"))) ?? from + 1;
    answers.push(parts.slice(from, end).join("/"));
    from = end;
  }
  return [...new Set(answers.filter((answer) => answer !== ""))];
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/u).filter((line) => line.trim() !== "");
}

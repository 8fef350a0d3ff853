import { operandsOf, type Program } from "../../src/environments/knowledge-base/program/program.ts";
import { timed } from "../common.ts";
import type { Answerer } from "./answerer.ts";

interface Disagreement {
  readonly store: string;
  readonly kind: "other members" | "error";
  /** The smallest part of the program in which they differ. */
  readonly program: Program;
  readonly what: string;
}

export type Compared = Awaited<ReturnType<typeof compareAnswers>>;

/** Every program to every store; the first store is what the others are held against. */
export async function compareAnswers(
  programs: readonly Program[],
  [first, ...others]: readonly [Answerer, ...Answerer[]],
) {
  const agreed = new Map(others.map(({ name }) => [name, 0]));
  const milliseconds = new Map([first, ...others].map(({ name }) => [name, { slowest: 0, all: 0 }]));
  const disagreements: Disagreement[] = [];
  let notEmpty = 0;
  const told = async (store: Answerer, program: Program) => {
    const [spent, answer] = await timed(() => answerOf(store, program));
    const sum = milliseconds.get(store.name);
    if (sum) Object.assign(sum, { slowest: Math.max(sum.slowest, spent), all: sum.all + spent });
    return answer;
  };
  for (const program of programs) {
    const expected = await told(first, program);
    if (expected.includes("\n")) notEmpty++;
    for (const other of others) {
      const found = await told(other, program);
      if (found === expected) agreed.set(other.name, (agreed.get(other.name) ?? 0) + 1);
      else disagreements.push(await smallest(program, first, other));
    }
  }
  return { programs: programs.length, notEmpty, agreed, disagreements, milliseconds };
}

/** Each member on a line that ends in a line break, or the error. */
async function answerOf(store: Answerer, program: Program): Promise<string> {
  try {
    return (await store.members(program)).map((member) => `${member.replaceAll("\n", "\\n")}\n`).join("");
  } catch (error) {
    return `error: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function smallest(program: Program, first: Answerer, other: Answerer): Promise<Disagreement> {
  for (const part of operandsOf(program)) {
    const [expected, found] = [await answerOf(first, part), await answerOf(other, part)];
    if (expected !== found) return smallest(part, first, other);
  }
  const [expected, found] = [await answerOf(first, program), await answerOf(other, program)];
  const failed = [expected, found].find((answer) => answer.startsWith("error: "));
  return {
    store: other.name,
    kind: failed === undefined ? "other members" : "error",
    program,
    what: failed ?? difference(expected, found),
  };
}

function difference(expected: string, found: string): string {
  const [ours, theirs] = [new Set(expected.split("\n")), new Set(found.split("\n"))];
  const lacking = [...ours].filter((each) => !theirs.has(each));
  const added = [...theirs].filter((each) => !ours.has(each));
  const some = (list: readonly string[]) => `${list.length} (${list.slice(0, 3).join(", ")})`;
  return `${ours.size - 1} members against ${theirs.size - 1}; lacking ${some(lacking)}, added ${some(added)}`;
}

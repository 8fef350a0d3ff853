import { ownText, say } from "../../environment/egress/marks.ts";
import type { MarkedDescription } from "../../environment/environment.ts";
import { wordKey } from "../../util/english/word-key.ts";
import { FUNCTION_WORDS } from "../../util/english/words.ts";
import { foldedWords } from "../../util/fold-text.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { Operation } from "./document/api-document.ts";
import { plainText } from "./document/schema-text.ts";
import { needsOf, orderedBy } from "./operation-index.ts";
import type { RestApiServices } from "./rest-api-services.ts";

/** Characters of the description; about 1,500 tokens. */
const BUDGET = 6000;
/** A line for each operation only if all take so few characters. */
const FEW = 1500;
const LONGEST_SUMMARY = 90;
const LONGEST_INTRODUCTION = 500;
const FOR_QUESTION = 12;
const LONGEST_FILTERS = 220;

/**
 * The API in the document's words: one line for each operation if they are few, else operations of one path on a line, else the tags or first
 * segments of the paths with their sizes.
 */
export function describeApi({ document, server, operations }: RestApiServices): MarkedDescription {
  const { title, version, description } = document;
  const introduction = plainText(description, LONGEST_INTRODUCTION);
  const head = [`${title} ${version} at ${server}: ${operations.all.length} operations`, introduction]
    .filter((line) => line !== "")
    .map(visibleText);
  const lines = operations.all.map(operationLine).join("\n");
  if (lines.length <= FEW) return { text: ownText([...head, lines].join("\n")) };
  for (const isBare of [false, true]) {
    const whole = [...head, BRANCHED, ...branches(operations.all, isBare)].join("\n");
    if (whole.length <= BUDGET) return { text: ownText(whole) };
  }
  const parts = partsOf(operations.all, document.tags);
  const shown: string[] = [];
  for (const part of parts) {
    if (head.join("\n").length + shown.join("\n").length + part.length > BUDGET) break;
    shown.push(part);
  }
  return {
    text: ownText([...head, "Its parts, with the number of operations:", ...shown].join("\n")),
    truncation: {
      what: "rows",
      shown: shown.length,
      total: operations.all.length,
      howToSeeMore: say`find_operations finds each.`,
    },
  };
}

/** The operations that a question seems to need. */
export function describeForTask({ search }: RestApiServices, question: string): MarkedDescription {
  const found = search.search(question, FOR_QUESTION);
  return { text: ownText(found.map(({ operation }) => operationLine(operation)).join("\n")) };
}

const BRANCHED =
  "After .. come the ways on from a path, each an operation: GET /a/ ..b; ..c is GET /a/b and GET /a/c.";

/** Operations of one method whose paths differ in the last segment only are on one line. Summaries that repeat the path are left out. */
function branches(operations: readonly Operation[], isBare: boolean): readonly string[] {
  const found = new Map<string, Operation[]>();
  for (const operation of operations) {
    const { method, path } = operation;
    const key = `${method} ${/^(.+\/)[^/{}]+$/u.exec(path)?.[1] ?? path}`;
    found.set(key, [...(found.get(key) ?? []), operation]);
  }
  const shownAfter = (each: Operation): string => (isBare ? "" : afterId(each, !isInPath(each)));
  return [...found].flatMap(([branch, all]) =>
    all.length === 1 || !branch.endsWith("/")
      ? all.map((each) => visibleText(`${each.id}${shownAfter(each)}`))
      : visibleText(
          `${branch} ${all.map((each) => `..${each.path.slice(branch.length - each.method.length - 1)}${shownAfter(each)}`).join("; ")}`,
        ),
  );
}

/** True if the summary says no more than the path: "Images of a film" for `/films/{film_id}/images`. */
function isInPath({ method, path, summary, description }: Operation): boolean {
  if (method !== "GET") return false;
  const keys = foldedWords(path).split(" ").map(wordKey);
  return foldedWords(summary === "" ? description : summary)
    .split(" ")
    .every((word) => FUNCTION_WORDS.has(word) || word === "details" || keys.includes(wordKey(word)));
}

/** The operation with its summary, the required arguments that are not in its path, and what it filters and sorts by. */
const operationLine = (operation: Operation): string =>
  visibleText(`${operation.id}${afterId(operation, true)}`);

function afterId(operation: Operation, isSummed: boolean): string {
  const { summary, description } = operation;
  const needs = needsOf(operation).filter((name) => !operation.path.includes(`{${name}}`));
  const text = isSummed ? plainText(summary === "" ? description : summary, LONGEST_SUMMARY) : "";
  const filters = plainText(orderedBy(operation).join(", "), LONGEST_FILTERS);
  return [
    needs.length === 0 ? "" : ` (${needs.join(", ")})`,
    text === "" ? "" : `: ${text}`,
    filters === "" ? "" : ` [${filters}]`,
  ].join("");
}

function partsOf(
  operations: readonly Operation[],
  tags: readonly { readonly name: string; readonly description: string }[],
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { tags: own, path } of operations) {
    const part =
      own[0] ?? path.split("/").find((segment) => segment !== "" && !/^(?:v\d+|api)$/u.test(segment)) ?? "/";
    counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => {
      const about = plainText(tags.find((tag) => tag.name === name)?.description ?? "", LONGEST_SUMMARY);
      return visibleText(`${name} (${count})${about === "" ? "" : `: ${about}`}`);
    });
}

import { ownText, say } from "../../environment/egress/marks.ts";
import type { MarkedDescription } from "../../environment/environment.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { Operation } from "./document/api-document.ts";
import { plainText } from "./document/schema-text.ts";
import { needsOf, orderedBy } from "./operation-index.ts";
import type { RestApiServices } from "./rest-api-services.ts";

/** Characters of the description; about 1,500 tokens. */
const BUDGET = 6000;
const LONGEST_SUMMARY = 90;
const LONGEST_INTRODUCTION = 500;
const FOR_QUESTION = 12;
const LONGEST_FILTERS = 150;

/** The API in the document's words: one line for each operation if they fit, else the groups of operations with their sizes. */
export function describeApi({ document, server, operations }: RestApiServices): MarkedDescription {
  const { title, version, description } = document;
  const introduction = plainText(description, LONGEST_INTRODUCTION);
  const head = [`${title} ${version} at ${server}: ${operations.all.length} operations`, introduction]
    .filter((line) => line !== "")
    .map(visibleText);
  const lines = operations.all.map(operationLine);
  const whole = [...head, ...lines].join("\n");
  if (whole.length <= BUDGET) return { text: ownText(whole) };
  const bare = [...head, ...operations.all.map(({ id }) => visibleText(id))].join("\n");
  if (bare.length <= BUDGET) return { text: ownText(bare) };
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

/** The operation with its summary, the required arguments that are not in its path, and what it filters and sorts by. */
function operationLine(operation: Operation): string {
  const { summary, description } = operation;
  const needs = needsOf(operation).filter((name) => !operation.path.includes(`{${name}}`));
  const id = needs.length === 0 ? operation.id : `${operation.id} (${needs.join(", ")})`;
  const text = plainText(summary === "" ? description : summary, LONGEST_SUMMARY);
  const filters = plainText(orderedBy(operation).join(", "), LONGEST_FILTERS);
  return visibleText(`${id}${text === "" ? "" : `: ${text}`}${filters === "" ? "" : ` [${filters}]`}`);
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

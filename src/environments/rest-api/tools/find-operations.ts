import { z } from "zod";
import { linesOf, ownText, say, schemaName } from "../../../environment/egress/marks.ts";
import { methodsAndPaths } from "../../../util/methods-and-paths.ts";
import type { Operation } from "../document/api-document.ts";
import { operationText } from "../document/operation-text.ts";
import { plainText } from "../document/schema-text.ts";
import { namedNeedsOf, orderedBy } from "../operation-index.ts";
import type { RestApiServices } from "../rest-api-services.ts";
import type { ArgumentOrigins } from "../search/create-argument-origins.ts";
import { defineTool, observe, operationNamed } from "./rest-api-tool.ts";

const FOUND = 8;
const SURELY_MEANT = 3;
const MOST_NAMED = 8;
const LONGEST_SUMMARY = 220;

export const findOperations = defineTool({
  name: "find_operations",
  description:
    'Operations of the API that do what a text says. Put one step into it ("search for a film by its title"), not the whole question.',
  group: "navigational",
  essential: true,
  input: z.strictObject({ text: z.string().min(1) }),
  output: z.object({
    operations: z.array(
      z.object({
        operation: z.string(),
        summary: z.string(),
        needs: z.array(z.string()),
        effect: z.enum(["none", "external"]),
      }),
    ),
  }),
  async run({ text }, { services }) {
    const named = namedIn(text, services);
    const found = [...new Set([...named, ...fittingIn(text, services)])].slice(
      0,
      Math.max(FOUND, named.length),
    );
    const operations = found.map((operation) => summarised(operation, services));
    const data = { operations };
    if (found.length === 0) {
      return {
        observation: observe(
          [say`Nothing in the API fits these words. Say in other words what is to be done.`],
          data,
        ),
      };
    }
    const lines = operations.map(({ operation, summary, needs, effect }) =>
      ownText(
        [
          operation,
          summary === "" ? "" : `: ${summary}`,
          needs.length === 0 ? "" : ` Needs ${needs.join(", ")}.`,
          effect === "external" ? " Changes something." : "",
        ].join(""),
      ),
    );
    return { observation: observe(lines, data) };
  },
});

/** Operations that the text names by method and path. They precede all found by words. */
function namedIn(text: string, { operations }: RestApiServices): readonly Operation[] {
  const found = methodsAndPaths(text)
    .slice(0, MOST_NAMED)
    .map((each) => operations.find(each)?.operation);
  return [...new Set(found.filter((each) => each !== undefined))];
}

/** Operations found by words. None if the text only names operations. */
function fittingIn(text: string, services: RestApiServices): readonly Operation[] {
  const names = methodsAndPaths(text);
  const isNames = names.length > 0 && names.every((each) => services.operations.find(each) !== undefined);
  const rest = names.reduce((so, each) => so.replaceAll(each, " "), text);
  if (isNames && !/[\p{L}\p{N}]/u.test(rest)) return [];
  const ranked = services.search.search(text, ASKS_FOR_ORDER.test(text) ? LOOKED_THROUGH : FOUND);
  const all = ranked.map(({ operation }) => operation);
  const found = readingFirst(all.slice(0, FOUND), services);
  const isOrdered = (each: Operation) => orderedBy(each).length > 0;
  const ordered = found.some(isOrdered) ? undefined : all.slice(FOUND).find(isOrdered);
  return ordered === undefined ? found : [...found.slice(0, FOUND - 1), ordered];
}

/** Steps that want a list in an order, which one operation may give whatever it is called. */
const ASKS_FOR_ORDER =
  /\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|first|last|latest|top|most|least|(?!interest|forest|request|guest|test|rest|west|contest|harvest)\p{L}+est)\b/iu;
const LOOKED_THROUGH = 30;

/** Moves operations with an effect to the end, as long as they are not surely meant. */
function readingFirst(
  found: readonly Operation[],
  { isEffect }: Pick<RestApiServices, "isEffect">,
): readonly Operation[] {
  const rest = found.slice(SURELY_MEANT);
  return [
    ...found.slice(0, SURELY_MEANT),
    ...rest.filter((each) => !isEffect(each)),
    ...rest.filter(isEffect),
  ];
}

/** An operation on one line. */
function summarised(operation: Operation, services: RestApiServices) {
  const { id, summary, description, deprecated } = operation;
  const title = summary.trim().replace(/(?<=[^.!?])$/u, ".");
  const text = description.startsWith(summary) ? description || summary : `${title} ${description}`;
  return {
    operation: schemaName(id),
    summary: ownText(`${deprecated ? "(deprecated) " : ""}${plainText(text, LONGEST_SUMMARY)}`),
    needs: namedNeedsOf(operation, services.document).map(schemaName),
    effect: ownText(services.isEffect(operation) ? "external" : "none"),
  };
}

export const describeOperation = defineTool({
  name: "describe_operation",
  description: "What an operation does, its arguments, where they could come from, and what it returns.",
  group: "navigational",
  essential: true,
  input: z.strictObject({ operation: z.string().min(1) }),
  output: z.object({
    operation: z.string(),
    documentation: z.string(),
    effect: z.enum(["none", "external"]),
  }),
  async run({ operation: named }, { services }) {
    const { operation } = operationNamed(named, services);
    const effect = services.isEffect(operation);
    // The whole text comes from the document.
    const lines = [
      operationText(services.document, operation),
      ...originLines(operation, services.origins),
      ...(effect ? ["It changes something: it is only sent with the person's permission, and once."] : []),
    ];
    const documentation = ownText(lines.join("\n"));
    return {
      observation: observe(linesOf(documentation), {
        operation: schemaName(operation.id),
        documentation,
        effect: ownText(effect ? "external" : "none"),
      }),
    };
  },
});

const SHOWN = 4;

/** Possible origins for each identifier that an operation needs, one line each. */
function originLines(operation: Operation, origins: ArgumentOrigins): readonly string[] {
  return operation.parameters
    .filter(({ name, required }) => required && origins.isIdentifier(operation, name))
    .flatMap(({ name }) => {
      const sources = origins.of(operation, name, SHOWN);
      if (sources.length === 0) return [];
      return [
        `${name} could come from: ${sources.map((each) => `${each.operation} (${each.field})`).join("; ")}`,
      ];
    });
}

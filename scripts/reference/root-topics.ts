import { type Application, CommentTag, Converter, type DeclarationReflection } from "typedoc";

/** Topics of the root entry in the order in which they are shown, each with the sources (under src) that belong to it. The first that fits counts. */
const TOPICS: readonly (readonly [topic: string, sources: RegExp])[] = [
  [
    "Opening and asking",
    /^(?:(?:ask|open|open-store)\.ts|agent\/(?:run-options|stream-run)\.ts|trajectory\/(?:outcome|run-event))/u,
  ],
  ["Models", /^model\//u],
  ["Strategies", /^agent\/(?:strategies\/|strategy\.ts)/u],
  ["Policies", /^(?:agent\/|trajectory\/policy-reply)/u],
  ["Asking the person", /^clarification\//u],
  ["Stores of one's own", /^(?:trajectory\/|environment\/artifact-store)/u],
  ["Errors", /^errors\//u],
  ["Environments", /^(?:environment|util)\//u],
];

export const TOPIC_ORDER = TOPICS.map(([topic]) => topic);

/** Sorts the symbols of the root entry by topic: by kind alone its page would be lists of more than a hundred names. */
export function rootTopics({ converter }: Application): void {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const root = project.children?.find(({ name }) => name === project.packageName);
    for (const symbol of root?.children ?? []) {
      const source = project.getSymbolIdFromReflection(symbol)?.packagePath.replace(/^src\//u, "");
      const topic = TOPICS.find(([, sources]) => sources.test(source ?? ""))?.[0];
      if (topic !== undefined) categorise(symbol, topic);
    }
  });
}

/** A function's docstring belongs to its signatures. */
function categorise(symbol: DeclarationReflection, topic: string): void {
  for (const documented of [symbol, ...(symbol.signatures ?? [])])
    documented.comment?.blockTags.push(new CommentTag("@category", [{ kind: "text", text: topic }]));
}

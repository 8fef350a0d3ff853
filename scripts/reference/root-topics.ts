import { type Application, CommentTag, Converter, type DeclarationReflection } from "typedoc";

/** Topics of the root entry in the order in which they are shown, each with the sources (under src) that belong to it. The first that fits counts. */
const TOPICS: readonly (readonly [topic: string, sources: RegExp])[] = [
  ["Asking and running", /^(?:ask[\w-]*|agent\/(?:run-[\w-]+|stream-run|stop-conditions))\.ts$/u],
  ["Tools for the AI SDK", /^(?:create-tools\.ts|ai-sdk\/)/u],
  ["Strategies", /^agent\/(?:strategies\/|strategy\.ts)/u],
  ["Policies", /^agent\//u],
  [
    "Asking the person",
    /^(?:clarification\/|trajectory\/clarification|environment\/(?:settled|glossary)|store\/glossary)/u,
  ],
  ["Runs as recorded", /^(?:trajectory\/|store\/(?:trajectories|run-record))/u],
  ["Kept content", /^(?:store\/|work-list\/|environment\/(?:artifact|workspace)-store)/u],
  ["Failures and errors", /^(?:errors\/|environment\/(?:[\w-]+-codes|tool-failure|refused-action))/u],
  [
    "What environments can do beside their tools",
    /^environment\/(?:[\w-]*capabilit|heuristics|readings|preparation|reference)/u,
  ],
  ["Environments", /^environment\//u],
  ["Models", /^models?\//u],
  ["Names and JSON", /^util\//u],
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

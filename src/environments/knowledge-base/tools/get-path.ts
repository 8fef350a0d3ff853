import { z } from "zod";
import { joined, type Marked, say, written } from "../../../environment/egress/marks.ts";
import { Refusal } from "../../../environment/refusal.ts";
import { labelBeyond, namePaths, pathText } from "../access/path-names.ts";
import { relevanceTo } from "../relevance/question-relevance.ts";
import { isNode, type Term } from "../term/term.ts";
import type { Fact } from "../triple-store/triple-store.ts";
import { identifierOf } from "../vocabulary/names.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./knowledge-base-tool.ts";
import { setPhrase, shortened } from "./new-variable.ts";
import { resolveSubject, type Subject } from "./subject.ts";

const DEFAULT_MEMBERS = 10;
const VALUES_SHOWN = 3;
/** Facts shown per member; a single member is shown in full. */
const FACTS_SHOWN = 6;

export const describe = defineTool({
  name: "describe",
  description:
    "Members of a variable, or one entity: names, identifiers and what is said of each. `limit`: 10 members unless given.",
  group: "navigational",
  input: z.strictObject({ variable: z.string(), limit: z.int().min(0).optional() }),
  output: z.object({
    variable: z.string(),
    total: z.int(),
    members: z.array(z.object({ id: z.string(), name: z.string(), facts: z.array(z.string()) })),
  }),
  async run({ variable, limit }, call): Promise<ToolOutcome> {
    const subject = await resolveSubject(variable, "variable", call, ["describe"]);
    const { graph, services, context } = call;
    const summary = await graph.summarize(subject.program);
    const most = Math.min(limit && limit > 0 ? limit : DEFAULT_MEMBERS, context.limits.rows);
    const { terms } = await graph.members(subject.program, most);
    const names = await graph.termNames(terms);
    const facts = await factsOf(terms, call);
    const told = await Promise.all(
      terms.map((_, at) => factTexts(facts[at] ?? [], summary.size > 1 ? FACTS_SHOWN : 100, call)),
    );
    const cut = summary.size > terms.length;
    return {
      observation: observe(
        [
          subject.variable === undefined
            ? undefined
            : say`${subject.title}: ${await setPhrase(summary, graph)}`,
          ...terms.map((term, at) => {
            const id = written(identifierOf(term, services.names));
            const name = written(names[at] ?? identifierOf(term, services.names));
            const head = !isNode(term) || name === id ? shortened(name) : say`${shortened(name)} [${id}]`;
            const rest = told[at] ?? [];
            return rest.length === 0 ? head : say`${head}: ${joined(rest, "; ")}`;
          }),
        ],
        {
          variable: written(subject.argument),
          total: summary.size,
          members: terms.map((term, at) => ({
            id: written(identifierOf(term, services.names)),
            name: written(names[at] ?? ""),
            facts: [...(told[at] ?? [])],
          })),
        },
        {
          truncation: cut
            ? {
                what: "rows",
                shown: terms.length,
                total: summary.size,
                howToSeeMore: say`give a higher \`limit\`, or narrow the variable`,
              }
            : undefined,
        },
      ),
    };
  },
});

async function factsOf(terms: readonly Term[], { graph }: ToolCall): Promise<readonly (readonly Fact[])[]> {
  const nodes = terms.filter(isNode);
  const read = nodes.length === 0 ? [] : await graph.facts(nodes, VALUES_SHOWN);
  const byNode = new Map(nodes.map((node, at) => [node as Term, read[at] ?? []]));
  return terms.map((term) => byNode.get(term) ?? []);
}

/** Lines like `directed_by Michael Mann`, the most relevant to the question first. */
async function factTexts(
  facts: readonly Fact[],
  most: number,
  { graph, services, state }: ToolCall,
): Promise<readonly Marked[]> {
  const relevance = relevanceTo(state.question ?? "");
  const paths = await namePaths(
    facts.map((fact) => ({ ...fact, path: [fact.step] })),
    graph,
    services.names,
  );
  const ranked = paths
    .map((path) => ({ path, score: Math.max(relevance.score(path.label), relevance.score(path.local)) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, most);
  return Promise.all(
    ranked.map(async ({ path }) => {
      const values = await graph.termNames(path.facts.values);
      const more = path.facts.total - values.length;
      const label = labelBeyond(path);
      const shown = values.map((value) => written(shortened(value)));
      return say`${path.text}${label === "" ? "" : say` "${label}"`} ${shown}${more > 0 ? say` and ${more} more` : ""}`;
    }),
  );
}

const MOST_STEPS = 3;

export const getPath = defineTool({
  name: "get_path",
  description: `How two entities are connected: the shortest chains of relations between them, at most ${MOST_STEPS} long.`,
  group: "navigational",
  input: z.strictObject({ from: z.string(), to: z.string() }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    paths: z.array(z.object({ relations: z.array(z.string()), nodes: z.array(z.string()) })),
  }),
  async run({ from, to }, call): Promise<ToolOutcome> {
    const start = await endOfPath(from, "from", call);
    const end = await endOfPath(to, "to", call);
    const { graph, services } = call;
    const paths = await graph.paths(start.term, end.term, MOST_STEPS);
    const ended = await graph.termNames([start.term, end.term]);
    const [startName = say``, endName = say``] = ended.map(written);
    const named = await Promise.all(
      paths.map(async (path) => ({
        relations: path.map(({ step }) => pathText([step], services.names)),
        nodes: (await graph.termNames(path.map(({ node }) => node))).map(written),
      })),
    );
    const lines = named.map(({ relations, nodes }) =>
      joined([startName, ...relations.map((relation, at) => say`-${relation}→ ${nodes[at] ?? ""}`)], " "),
    );
    return {
      observation: observe(
        lines.length === 0
          ? [say`No chain of at most ${MOST_STEPS} relations connects ${startName} and ${endName}.`]
          : lines,
        { from: written(start.subject.argument), to: written(end.subject.argument), paths: named },
      ),
    };
  },
});

/** The entity at one end of the path. @throws Refusal for several entities, and for computed values */
async function endOfPath(
  named: string,
  argument: string,
  call: ToolCall,
): Promise<{ readonly subject: Subject; readonly term: Term }> {
  const subject = await resolveSubject(named, argument, call, ["get_path"]);
  const { term, variable, program, title } = subject;
  if (term) return { subject, term };
  const isOne = variable?.size === 1 && variable.kind === "entities";
  const [only] = isOne ? (await call.graph.members(program, 1)).terms : [];
  if (only && isNode(only)) return { subject, term: only };
  throw new Refusal("invalid-arguments", say`get_path takes single entities; ${title} is not one.`, {
    argument,
    text: subject.argument,
  });
}

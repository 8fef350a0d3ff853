import { z } from "zod";
import { toldName } from "../../../environment/egress/egress-scope.ts";
import { Refusal } from "../../../environment/refusal.ts";
import { labelBeyond, namePaths, pathText } from "../access/path-names.ts";
import { identifierOf } from "../access/term-name.ts";
import { relevanceTo } from "../relevance/question-relevance.ts";
import { isNode, type Term } from "../term/term.ts";
import type { Fact } from "../triple-store/triple-store.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./knowledge-base-tool.ts";
import { setPhrase, shortened } from "./new-variable.ts";
import { resolveSubject, type Subject } from "./subject.ts";

const DEFAULT_MEMBERS = 10;
const VALUES_SHOWN = 3;
/** Facts of each member; one alone is told in full. */
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
          subject.variable === undefined ? undefined : `${subject.title}: ${await setPhrase(summary, graph)}`,
          ...terms.map((term, at) => {
            const id = toldName(identifierOf(term, services.names));
            const name = toldName(names[at] ?? identifierOf(term, services.names));
            const head = !isNode(term) || name === id ? shortened(name) : `${shortened(name)} [${id}]`;
            const rest = told[at] ?? [];
            return rest.length === 0 ? head : `${head}: ${rest.join("; ")}`;
          }),
        ],
        {
          variable: toldName(subject.argument),
          total: summary.size,
          members: terms.map((term, at) => ({
            id: toldName(identifierOf(term, services.names)),
            name: toldName(names[at] ?? ""),
            facts: [...(told[at] ?? [])],
          })),
        },
        {
          truncation: cut
            ? {
                what: "rows",
                shown: terms.length,
                total: summary.size,
                howToSeeMore: "give a higher `limit`, or narrow the variable",
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

/** `directed_by Michael Mann`, those near the question first. */
async function factTexts(
  facts: readonly Fact[],
  most: number,
  { graph, services, state }: ToolCall,
): Promise<readonly string[]> {
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
      return `${path.text}${label === "" ? "" : ` "${label}"`} ${values.map((value) => toldName(shortened(value))).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
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
    const [startName = "", endName = ""] = ended.map(toldName);
    const named = await Promise.all(
      paths.map(async (path) => ({
        relations: path.map(({ step }) => pathText([step], services.names)),
        nodes: (await graph.termNames(path.map(({ node }) => node))).map(toldName),
      })),
    );
    const lines = named.map(({ relations, nodes }) =>
      [startName, ...relations.map((relation, at) => `-${relation}→ ${nodes[at]}`)].join(" "),
    );
    return {
      observation: observe(
        lines.length === 0
          ? [`No chain of at most ${MOST_STEPS} relations connects ${startName} and ${endName}.`]
          : lines,
        { from: toldName(start.subject.argument), to: toldName(end.subject.argument), paths: named },
      ),
    };
  },
});

/** @throws Refusal for several entities, and for values that were made */
async function endOfPath(
  written: string,
  argument: string,
  call: ToolCall,
): Promise<{ readonly subject: Subject; readonly term: Term }> {
  const subject = await resolveSubject(written, argument, call, ["get_path"]);
  const { term, variable, program, title } = subject;
  if (term) return { subject, term };
  const isOne = variable?.size === 1 && variable.kind === "entities";
  const [only] = isOne ? (await call.graph.members(program, 1)).terms : [];
  if (only && isNode(only)) return { subject, term: only };
  throw new Refusal("invalid-arguments", `get_path takes single entities; ${title} is not one.`, {
    argument,
    text: subject.argument,
  });
}

import { z } from "zod";
import { type Marked, ownText, redacted, say, written } from "../../../environment/egress/marks.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import { labelBeyond, type NamedPath, namePaths } from "../access/path-names.ts";
import { withLinked, withListed } from "../knowledge-base-state.ts";
import { walked } from "../program/program.ts";
import { rankPaths } from "../relevance/question-relevance.ts";
import type { AttributeFacts } from "../triple-store/triple-store.ts";
import type { Names } from "../vocabulary/names.ts";
import { plainName } from "../vocabulary/names.ts";
import { defineTool, type KnowledgeBaseTool, observe, type ToolOutcome } from "./knowledge-base-tool.ts";
import { listedPath, notListed, readableAttribute } from "./listed-path.ts";
import { newVariable, VARIABLE_OUTPUT } from "./new-variable.ts";
import { resolveSubject } from "./subject.ts";

export const values = defineTool({
  name: "values",
  description: "Values of an attribute, which can be the answer.",
  group: "functional",
  input: z.strictObject({ variable: z.string(), attribute: z.string() }),
  output: VARIABLE_OUTPUT,
  async run({ variable, attribute }, call): Promise<ToolOutcome> {
    const subject = await resolveSubject(variable, "variable", call, ["get_attributes", "values"]);
    const { path, text } = await readableAttribute(attribute, subject, call);
    const given = { variable: subject, attribute: text };
    return newVariable("values", walked(subject.program, path), given, call);
  },
});

export const getAttributes = defineTool({
  name: "get_attributes",
  description:
    "Attributes of a variable that are numbers or dates, with range and how many members have one: for argmax, argmin, filter and values.",
  group: "navigational",
  workspace: "writes",
  input: z.strictObject({ variable: z.string() }),
  output: z.object({
    variable: z.string(),
    attributes: z.array(
      z.object({
        attribute: z.string(),
        label: z.string(),
        kind: z.string(),
        members: z.int(),
        least: z.string(),
        greatest: z.string(),
      }),
    ),
  }),
  async run({ variable }, call): Promise<ToolOutcome> {
    const subject = await resolveSubject(variable, "variable", call, ["get_attributes"]);
    const { graph, services, state } = call;
    const facts = await graph.attributes(subject.program);
    const paths = rankPaths(await namePaths(facts, graph, services.names), state.question ?? "");
    const size = subject.variable?.size ?? 1;
    const head =
      paths.length === 0
        ? say`${subject.title} has no number or date attributes; get_relations lists everything else.`
        : say`Attributes of ${subject.title}:`;
    return {
      observation: observe([head, ...paths.map((path) => attributeLine(path, size, services.names))], {
        variable: written(subject.argument),
        attributes: paths.map(({ text, label, facts: each }) => ({
          attribute: text,
          label,
          kind: ownText(each.kind),
          members: each.members,
          least: redacted(plainName(each.least, services.names)),
          greatest: redacted(plainName(each.greatest, services.names)),
        })),
      }),
      state: withLinked(withListed(state, "attributesOf", subject.key), [subject.linked]),
    };
  },
});

/** `runtime "running time": number, 81 to 178 (7 of 8)`. */
function attributeLine(path: NamedPath<AttributeFacts>, size: number, names: Names): Marked {
  const { kind, members, least, greatest } = path.facts;
  const label = labelBeyond(path);
  const [from, to] = [redacted(plainName(least, names)), redacted(plainName(greatest, names))];
  const range = from === to ? from : say`${from} to ${to}`;
  return say`${path.text}${label === "" ? "" : say` "${label}"`}: ${ownText(kind)}, ${range}${members < size ? say` (${members} of ${size})` : ""}`;
}

function superlative(op: "argmax" | "argmin", extreme: string): KnowledgeBaseTool {
  return defineTool({
    name: op,
    description: `Members with the ${extreme} value of an attribute; ties are kept.`,
    group: "functional",
    prerequisites: ["get_attributes"],
    input: z.strictObject({ variable: z.string(), attribute: z.string() }),
    output: VARIABLE_OUTPUT,
    async run({ variable, attribute }, call): Promise<ToolOutcome> {
      const subject = await resolveSubject(variable, "variable", call, ["get_attributes", op]);
      if (!call.state.attributesOf.includes(subject.key)) throw notListed(subject);
      const listed = await call.graph.attributes(subject.program);
      const found = await listedPath(attribute, listed, { subject, argument: "attribute" }, call);
      const { path, text, facts: all } = found;
      const end = redacted(plainName(op === "argmax" ? all.greatest : all.least, call.services.names));
      const members = subject.variable?.size ?? 1;
      const program = { op, of: subject.program, attribute: path };
      return newVariable(op, program, { variable: subject, attribute: text }, call, {
        findings: async ({ size }) => ({
          lines: [say`${text} = ${end}`],
          notes: [...tieNote(size, end), ...missingNote(members - all.members, members, text)],
        }),
      });
    },
  });
}

function tieNote(size: number, end: Marked): readonly MarkedFinding[] {
  if (size < 2) return [];
  return [{ code: "ties", message: say`${size} members share ${end}; all are kept.`, suggestions: [] }];
}

function missingNote(missing: number, size: number, attribute: Marked): readonly MarkedFinding[] {
  if (missing <= 0) return [];
  const message = say`${missing} of ${size} members have no ${attribute} and were passed over.`;
  return [{ code: "nulls-present", message, suggestions: [] }];
}

export const superlativeTools: readonly KnowledgeBaseTool[] = [
  superlative("argmax", "greatest"),
  superlative("argmin", "least"),
];

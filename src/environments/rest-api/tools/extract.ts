import { z } from "zod";
import { keepBytes } from "../../../environment/artifact-content.ts";
import { egressLevel, linesOf, ownText, say, schemaName } from "../../../environment/egress/marks.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import { shortened } from "../../../util/clipped-text.ts";
import type { Selection } from "../extract/extraction.ts";
import { renderValue } from "../response/render-value.ts";
import { extracted, isNothing, sourcesOf } from "./named-values.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./rest-api-tool.ts";

/** Characters of an extracted value that are shown; more is worth another extraction. */
const LONGEST_SHOWN = 4000;
const LONGEST_PREVIEW = 500;
const LONGEST_KEPT = 4000;

export const extract = defineTool({
  name: "extract",
  description:
    'Reads from the whole of a response, as e1, e2, …: by a JSONata `expression` (results[vote_average > 8].title) or a JavaScript `program` over `data` (data.results.filter(f => f.year > 1990).length). Several responses, "r1, r2", are data.r1 and data.r2.',
  group: "functional",
  adds: true,
  essential: true,
  input: z.strictObject({
    response: z.string().min(1),
    expression: z.string().optional(),
    program: z.string().optional(),
  }),
  output: z.object({
    extraction: z.string(),
    value: z.string(),
    total: z.int().optional(),
  }),
  async run({ response, expression, program }, call): Promise<ToolOutcome> {
    const what = asked(expression, program);
    const sources = sourcesOf(response, call.state);
    const from = sources.map(({ name }) => name).join(", ");
    return kept(await extracted(sources, what, call), from, what, call);
  },
});

type Value = Awaited<ReturnType<typeof extracted>>;

async function kept(
  { value, note }: Value,
  from: string,
  what: Selection,
  { state, context }: ToolCall,
): Promise<ToolOutcome> {
  const text = JSON.stringify(value);
  const name = schemaName(`e${state.extractions.length + 1}`);
  const rendered = renderValue(value, Math.min(LONGEST_SHOWN, context.limits.characters));
  const total = Array.isArray(value) ? value.length : undefined;
  const source =
    "program" in what
      ? { program: shortened(what.program, LONGEST_KEPT) }
      : { expression: shortened(what.expression, LONGEST_KEPT) };
  const extraction = {
    name,
    from,
    ...source,
    value: await keepBytes(new TextEncoder().encode(text), "application/json", context),
    ...(total === undefined ? {} : { total }),
    preview: shortened(text, LONGEST_PREVIEW),
  };
  // If nothing was found, the note lists existing members, which may be dictionary keys and so data.
  const isTold = egressLevel() === undefined || !isNothing(value);
  const shownNote = note !== undefined && isTold ? ownText(note) : undefined;
  const observation = observe(
    [...linesOf(say`${name} = ${rendered}`), shownNote],
    { extraction: name, value: rendered, ...(total === undefined ? {} : { total }) },
    { warnings: isNothing(value) ? [NO_MATCH] : [] },
  );
  return { observation, state: { ...state, extractions: [...state.extractions, extraction] } };
}

const NO_MATCH: MarkedFinding = {
  code: "no-match",
  message: say`Nothing in the response fits. Compare the names with the form of the response; a text may be written in another way there.`,
  suggestions: [],
};

function asked(expression = "", program = ""): Selection {
  if ((expression.trim() === "") !== (program.trim() === ""))
    return program.trim() === "" ? { expression } : { program };
  const message = say`extract takes either an expression (JSONata) or a program (JavaScript).`;
  throw new Refusal("invalid-arguments", message, { argument: "expression" });
}

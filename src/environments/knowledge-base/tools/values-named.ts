import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { followPath } from "../access/path-text.ts";
import { identifierOf } from "../access/term-name.ts";
import type { Term } from "../term/term.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";
import type { ReadableAttribute } from "./readable-attribute.ts";
import type { Subject } from "./subject.ts";

/** Values of one attribute that are looked through for a text. */
const MOST_VALUES = 5000;

type Named =
  | { readonly terms: readonly Term[]; readonly whyEmpty: Finding; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly terms?: never };

/**
 * The texts and entities among an attribute's values that are called so: by identifier, else exactly, else but for case and accents.
 * One text in several languages is several terms.
 */
export async function valuesNamed(
  written: string,
  { subject, attribute }: { readonly subject: Subject; readonly attribute: ReadableAttribute },
  { graph, services }: ToolCall,
): Promise<Named> {
  const { terms, complete } = await graph.members(followPath(subject.program, attribute.path), MOST_VALUES);
  const names = await graph.termNames(terms);
  const fitting = (fits: (name: string, term: Term) => boolean): readonly Term[] =>
    terms.filter((term, at) => fits(names[at] ?? "", term));
  const wanted = services.names.iri(written);
  const tiers = [
    fitting(
      (_, term) =>
        identifierOf(term, services.names) === written || (term.kind === "iri" && term.value === wanted),
    ),
    fitting((name) => name === written),
    fitting((name) => foldText(name) === foldText(written)),
  ];
  const found = tiers.find((tier) => tier.length > 0) ?? [];
  if (found.length === 0 && !complete) {
    return {
      failure: {
        code: "too-large",
        message: `${attribute.text} has more than ${MOST_VALUES} values, and "${written}" is not among the first of them. Narrow the variable, or give the identifier.`,
        part: { argument: "value", text: written },
        suggestions: [],
      },
    };
  }
  const near = nearestNames(written, [...new Set(names)], { limit: 3 });
  return {
    terms: found,
    whyEmpty: {
      code: "value-not-found",
      message: `"${written}" is not among the values of ${attribute.text}.`,
      suggestions: near.map(({ name }) => ({ text: name, replaces: written })),
    },
  };
}

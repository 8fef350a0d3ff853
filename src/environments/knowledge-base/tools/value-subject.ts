import { literal, type Term } from "../term/term.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";

/**
 * The value that is written in quotes, as `"female"`, `"chat"@fr` or `"true"^^xsd:boolean`, where anything has it: questions start from values,
 * too ("films released in 1999"). Plain text is also looked for in the vocabulary's languages.
 */
export async function valueWritten(written: string, call: ToolCall): Promise<Term | undefined> {
  const [, value, language, datatype] =
    /^"(.*)"(?:@([A-Za-z-]+)|\^\^<?([^<>]+)>?)?$/su.exec(written.trim()) ?? [];
  if (value === undefined) return undefined;
  const { names, store } = call.services;
  const candidates: readonly Term[] =
    language !== undefined
      ? [literal(value, { language: language.toLowerCase() })]
      : datatype !== undefined
        ? typed(value, names.iri(datatype) ?? datatype.replace(/^xsd:/u, XSD))
        : [
            literal(value),
            ...store.vocabulary.languages
              .filter((tag) => tag !== "")
              .map((tag) => literal(value, { language: tag })),
          ];
  for (const term of candidates) {
    const relations = await call.graph.relations({ op: "terms", terms: [term] });
    if (relations.length > 0) return term;
  }
  return undefined;
}

function typed(value: string, datatype: string): readonly Term[] {
  return datatype === `${XSD}string` ? [literal(value)] : [literal(value, { datatype })];
}

/** A stretch of a text in which something of the database is named; by its schema, or, where that is absent, anything. */
export interface NamedStretch {
  readonly start: number;
  readonly end: number;
  readonly schema?: string;
}

/** A text that names things of the database, with the places where it does. */
export interface NamingText {
  readonly text: string;
  readonly named: readonly NamedStretch[];
}

/** A template whose values may name things: what is a plain text or number there names nothing. */
export function namingText(
  texts: TemplateStringsArray,
  ...values: readonly (string | number | NamingText)[]
): NamingText {
  return joinedTexts(
    texts.flatMap((text, at) => {
      const value = values[at];
      return value === undefined ? [text] : [text, typeof value === "number" ? String(value) : value];
    }),
    "",
  );
}

/** A schema's name, as it is written. */
export function schemaNamed(schema: string, written: string): NamingText {
  return { text: written, named: [{ start: 0, end: written.length, schema }] };
}

/** A text of the engine's, in which anything may be named. */
export function engineText(text: string): NamingText {
  return { text, named: [{ start: 0, end: text.length }] };
}

export function joinedTexts(parts: readonly (string | NamingText)[], separator: string): NamingText {
  let text = "";
  const named: NamedStretch[] = [];
  for (const [at, part] of parts.entries()) {
    if (at > 0) text += separator;
    const each = typeof part === "string" ? { text: part, named: [] } : part;
    named.push(
      ...each.named.map((stretch) => ({
        ...stretch,
        start: stretch.start + text.length,
        end: stretch.end + text.length,
      })),
    );
    text += each.text;
  }
  return { text, named };
}

interface Advice {
  readonly code: string;
  readonly message?: RegExp;
  readonly advice: string;
}

const ARRAY = "It is an array: 'x' = ANY (column) tests for an element, unnest(column) gives them as rows.";
const JSON_VALUE = "It is JSON: column->>'key' gives a value as text.";

/** In the order in which they are tried. */
const ADVICE: readonly Advice[] = [
  {
    code: "42501",
    message: /row-level security/u,
    advice: "The role's row_security setting makes the server refuse; its owner can set it to on.",
  },
  {
    code: "42501",
    message: /schema/u,
    advice: "The role lacks USAGE on this schema: take tables that the schema shows, or ask its owner.",
  },
  {
    code: "42501",
    message: /function/u,
    advice: "The role may not call it: use another function.",
  },
  {
    code: "42501",
    advice:
      "The role may not read it, or not all columns: name tables and columns that the schema shows, in place of *.",
  },
  {
    code: "55000",
    message: /has not been populated/u,
    advice: "It has no rows until its owner refreshes it: take them from the tables that it is made of.",
  },
  {
    code: "0A000",
    message: /^TABLESAMPLE/u,
    advice:
      "It is a view, or a table of which only a part can be read: WHERE random() < 0.01 takes about 1 % of its rows.",
  },
  { code: "22P02", message: /array literal/u, advice: ARRAY },
  { code: "22P02", message: /type json/u, advice: JSON_VALUE },
  { code: "22P02", message: /for enum/u, advice: "Only the values that the schema lists can be in it." },
  { code: "22P02", message: /range literal/u, advice: "It is a range: column @> value tests for one." },
  { code: "42883", message: /\[\]/u, advice: ARRAY },
  { code: "42883", message: /\bjsonb? /u, advice: JSON_VALUE },
  {
    code: "42883",
    message: /range /u,
    advice: "It is a range: column @> value tests for one, lower(column) and upper(column) give the ends.",
  },
  {
    code: "55P03",
    advice: "Somebody has the table locked: try again in a moment.",
  },
];

/** What would help against a complaint of the server, where that is known. */
export function postgresAdvice(code: string, message: string): string | undefined {
  return ADVICE.find((each) => each.code === code && (each.message?.test(message) ?? true))?.advice;
}

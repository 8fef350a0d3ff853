/** How the columns of a delimited file are told apart. A run of tabs counts as one where that gives three columns. */
export type Delimiter = "\t" | "|";

/**
 * The three fields of a line, trimmed, or why there are not three. Quotation marks are text, as in most such files, unless all three fields
 * are quoted, a field has doubled marks inside, or only with quoting there are three columns.
 */
export function splitLine(
  line: string,
  delimiter: Delimiter,
): readonly string[] | { readonly reason: string } {
  const plain = line.split(delimiter);
  const fields = [
    plain,
    delimiter === "\t" ? line.trim().split(/\t+/u) : plain,
    quotedFields(line, delimiter),
  ].find((columns) => columns?.length === 3);
  if (fields === undefined) {
    return { reason: `${plain.length} ${plain.length === 1 ? "column" : "columns"} rather than 3` };
  }
  const trimmed = fields.map((field) => field.trim());
  const all = trimmed.every((field) => QUOTED.test(field));
  return trimmed.map((field) =>
    QUOTED.test(field) && (all || field.includes('""', 1)) ? unquoted(field).trim() : field,
  );
}

const QUOTED = /^"(?:[^"]|"")*"$/u;

function unquoted(field: string): string {
  return field.slice(1, -1).replaceAll('""', '"');
}

function quotedFields(line: string, delimiter: Delimiter): readonly string[] | undefined {
  if (!line.includes('"')) return undefined;
  const fields: string[] = [];
  const pattern = delimiter === "\t" ? QUOTED_TAB : QUOTED_PIPE;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(line); found !== null; found = pattern.exec(line)) {
    const [, quoted, plain = "", end] = found;
    fields.push(quoted === undefined ? plain : unquoted(quoted));
    if (end === "" || fields.length > 3) break;
  }
  return fields;
}

const QUOTED_TAB = /\s*(?:("(?:[^"]|"")*")\s*|([^\t]*))(\t|$)/uy;
const QUOTED_PIPE = /\s*(?:("(?:[^"]|"")*")\s*|([^|]*))(\||$)/uy;

/** Which of subject, relation and object each column is, where a line names them; undefined for a line of data. */
export function headerOf(fields: readonly string[]): readonly [number, number, number] | undefined {
  const roles = fields.map((field) => ROLES.findIndex((names) => names.has(field.toLowerCase())));
  const places = [0, 1, 2].map((role) => roles.indexOf(role));
  return places.every((place) => place >= 0) ? (places as [number, number, number]) : undefined;
}

const ROLES: readonly ReadonlySet<string>[] = [
  new Set("subject subj head h s source src from entity1 e1 head_entity subject_entity".split(" ")),
  new Set("relation rel predicate pred property r p edge relationship relation_type".split(" ")),
  new Set("object obj tail t o target dst to value entity2 e2 tail_entity object_entity".split(" ")),
];

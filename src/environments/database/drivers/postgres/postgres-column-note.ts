/** What a column's type asks of whoever writes the query. */
export interface NotedColumn {
  /** As a query writes it. */
  readonly name: string;
  /** `pg_type.typname` of the type under all domains. */
  readonly baseType: string;
  /** `pg_type.typtype` and `typcategory` of it. */
  readonly typeKind: string;
  readonly category: string;
  /** The type under a domain, with its length. */
  readonly domainOf?: string | undefined;
  /** Fields of a composite type, as a query writes them. */
  readonly fields?: readonly string[] | undefined;
  /** The expression of a generated column. */
  readonly generatedFrom?: string | undefined;
  /** Keys seen in a sample of JSON values. */
  readonly json?: JsonKeys | undefined;
}

export interface JsonKeys {
  /** `array`: of objects that have the keys. */
  readonly shape: "object" | "array";
  readonly keys: readonly string[];
}

/** One line, or undefined where the type's name says all. */
export function columnNote(column: NotedColumn): string | undefined {
  const { domainOf, generatedFrom } = column;
  const notes = [domainOf, usage(column), generatedFrom && `computed: ${generatedFrom}`].filter(Boolean);
  return notes.length === 0 ? undefined : notes.join("; ");
}

function usage({ name, baseType, typeKind, category, fields, json }: NotedColumn): string | undefined {
  if (category === "A") return `'x' = ANY (${name}) tests for an element, unnest(${name}) gives them as rows`;
  if (baseType === "json" || baseType === "jsonb") return jsonUsage(name, baseType, json);
  if (typeKind === "c" && fields !== undefined) {
    return `composite; write (${name}).${fields[0] ?? "field"}; fields ${fields.join(", ")}`;
  }
  if (typeKind === "r" || typeKind === "m")
    return `${name} @> value tests for one, lower() and upper() give the ends`;
  if (baseType === "hstore") return `key-value pairs; ${name} -> 'key' gives a value as text`;
  if (baseType === "tsvector") return `words of a text; ${name} @@ plainto_tsquery('words') searches it`;
  return undefined;
}

function jsonUsage(name: string, baseType: string, json: JsonKeys | undefined): string {
  const [first = "key"] = json?.keys ?? [];
  const keys = json === undefined ? "" : `keys seen: ${json.keys.join(", ")}; `;
  if (json?.shape === "array") {
    return `array of objects; ${keys}${baseType}_array_elements(${name}) gives them as rows, ->>'${first.replaceAll("'", "''")}' a text of each`;
  }
  return `${keys}${name}->>'${first.replaceAll("'", "''")}' gives a text, -> a part`;
}

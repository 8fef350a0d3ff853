import type { DuckdbComplaint } from "./duckdb-worker-messages.ts";

/** Reads an error of the binding: the engine's own fields, where it was told to give them, else its sentence. */
export function duckdbComplaint(error: unknown): DuckdbComplaint {
  const text = error instanceof Error ? error.message : String(error);
  const fields = fieldsIn(text);
  if (fields !== undefined) {
    const { exception_type: type = "", exception_message: message = text } = fields;
    return {
      type,
      message,
      ...(fields.error_subtype === undefined ? {} : { subtype: fields.error_subtype }),
      ...(fields.type === undefined ? {} : { nameOf: fields.type }),
      ...(fields.name === undefined ? {} : { name: fields.name }),
      ...(fields.position === undefined ? {} : { position: Number(fields.position) }),
    };
  }
  const [, type = "", message = text] =
    /^(?:Failed to \w+ \w+: )?([A-Z][\w /-]*?) Error: (.*)$/su.exec(text) ?? [];
  return { type, message };
}

type Fields = Readonly<
  Partial<
    Record<"exception_type" | "exception_message" | "error_subtype" | "type" | "name" | "position", string>
  >
>;

/** A sentence may stand before the fields: "Failed to extract statements: Parser Error: {…". */
function fieldsIn(text: string): Fields | undefined {
  const start = text.indexOf('{"exception_type"');
  if (start < 0) return undefined;
  try {
    return JSON.parse(text.slice(start)) as Fields;
  } catch {
    return undefined;
  }
}

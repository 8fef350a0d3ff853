import { visibleText } from "../../../util/visible-text.ts";
import type { ApiDocument, Operation, Parameter, RequestBody } from "./api-document.ts";
import { memberOf } from "./reading/place.ts";
import { briefSchemaText, plainText, schemaText } from "./schema-text.ts";

const CHARACTERS = 3000;
const LONGEST_DESCRIPTION = 500;
const LONGEST_TYPE = 240;
/** Shares of the text that arguments and body may take before their descriptions are shortened. */
const ARGUMENTS_SHARE = 0.65;
const BODY_SHARE = 0.6;
const LEAST = 200;

/** The documentation of an operation for a model: what it does, what it takes and what it returns, in at most some 3,000 characters. */
export function operationText(
  document: ApiDocument,
  operation: Operation,
  characters: number = CHARACTERS,
): string {
  const head = headOf(operation);
  const parameters = parametersText(document, operation, characters * ARGUMENTS_SHARE);
  const used = head.length + parameters.length;
  const { body } = operation;
  const sent =
    body === undefined ? "" : bodyText(document, body, Math.max(LEAST, (characters - used) * BODY_SHARE));
  const returned = responseText(
    document,
    operation,
    Math.max(LEAST, characters - used - sent.length - LEAST),
  );
  return [head, parameters, sent, returned, otherResponses(operation)].filter(Boolean).join("\n");
}

function headOf({ id, operationId, summary, description, deprecated }: Operation): string {
  const about = plainText(description, LONGEST_DESCRIPTION);
  const title = plainText(summary, LONGEST_DESCRIPTION);
  const isRepeated =
    title !== "" && about.toLowerCase().startsWith(title.toLowerCase().replace(/[.\s]+$/u, ""));
  return [
    visibleText(
      `${id}${operationId === undefined ? "" : ` (${operationId})`}${deprecated ? " – deprecated" : ""}`,
    ),
    ...(isRepeated ? [] : [title]),
    about,
  ]
    .filter(Boolean)
    .join("\n");
}

/** One line for each parameter, required ones first. Descriptions are shortened until all lines fit; then the last parameters are only named. */
function parametersText(document: ApiDocument, { parameters }: Operation, characters: number): string {
  if (parameters.length === 0) return "";
  const sorted = parameters.toSorted((one, other) => Number(other.required) - Number(one.required));
  const title = "Arguments (* required):";
  for (const length of [160, 100, 60, 30, 0]) {
    const lines = sorted.map((each) => parameterLine(document, each, length));
    const text = [title, ...lines].join("\n");
    if (text.length <= characters) return text;
  }
  const lines: string[] = [title];
  let used = title.length;
  let at = 0;
  for (const each of sorted) {
    const line = parameterLine(document, each, 0);
    if (used + line.length > characters * 0.8 && !each.required) break;
    lines.push(line);
    used += line.length + 1;
    at++;
  }
  const rest = sorted.slice(at).map(({ name }) => name);
  const named = plainText(rest.join(", "), Math.max(LEAST, characters - used));
  return [...lines, `- and, all optional: ${named}`].join("\n");
}

function parameterLine(document: ApiDocument, parameter: Parameter, length: number): string {
  const { name, in: place, required, schema, description, deprecated } = parameter;
  const initial = memberOf(schema, "default");
  const usual = initial === undefined || initial === null ? "" : ` = ${JSON.stringify(initial)}`;
  const said = description === "" ? memberOf(schema, "description") : description;
  const about = length === 0 || typeof said !== "string" ? "" : plainText(said, length);
  return [
    `- ${visibleText(name)}${required ? "*" : ""} (${place}): ${briefSchemaText(document, schema, LONGEST_TYPE)}${usual}`,
    ...(deprecated ? ["deprecated"] : []),
    ...(about === "" ? [] : [about]),
  ].join("; ");
}

function bodyText(document: ApiDocument, body: RequestBody, characters: number): string {
  const [first, ...others] = body.contents;
  if (first === undefined) return "";
  const also = others.length === 0 ? "" : `, or ${others.map(({ mediaType }) => mediaType).join(", ")}`;
  const about = plainText(body.description, LEAST);
  const title = visibleText(
    `Body${body.required ? "*" : ""} (${first.mediaType}${also})${about === "" ? "" : ` – ${about}`}:`,
  );
  const text = schemaText(document, first.schema, {
    characters: Math.floor(characters),
    without: "readOnly",
  });
  return text === "object" && !body.required ? "" : `${title}\n${text}`;
}

function responseText(document: ApiDocument, { responses }: Operation, characters: number): string {
  const good = goodResponse(responses);
  if (good === undefined) return "";
  const { status, mediaType, schema, description } = good;
  const about = plainText(description, LEAST);
  const title = visibleText(
    `Returns ${status}${mediaType === undefined ? "" : ` (${mediaType})`}${about === "" ? "" : ` – ${about}`}`,
  );
  if (schema === undefined || Object.keys(schema).length === 0) return title;
  return `${title}:\n${schemaText(document, schema, { characters: Math.floor(characters), without: "writeOnly" })}`;
}

function goodResponse(responses: Operation["responses"]): Operation["responses"][number] | undefined {
  const good = responses.filter(({ status }) => status.startsWith("2"));
  const usual = good.length > 0 ? good : responses.filter(({ status }) => status === "default");
  return usual.find(({ schema }) => schema !== undefined) ?? usual[0];
}

function otherResponses({ responses }: Operation): string {
  const bad = responses.filter(({ status }) => /^[45]/u.test(status));
  if (bad.length === 0) return "";
  const texts = bad.map(({ status, description }) =>
    [status, plainText(description, 40)].filter(Boolean).join(" "),
  );
  return plainText(`Errors: ${texts.join("; ")}`, LEAST);
}

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Json } from "../../../util/json.ts";
import type { ApiDocument } from "./api-document.ts";
import { createFollow, type DocumentReader } from "./document-reader.ts";
import { documentVersion } from "./document-version.ts";
import { createFaultList } from "./fault-list.ts";
import { readInfo, readTags } from "./operation/read-info.ts";
import { readOperations } from "./operation/read-operations.ts";
import { readSecuritySchemes } from "./operation/read-security.ts";
import { documentServers } from "./operation/read-servers.ts";
import { excessOf } from "./reading/bounded-value.ts";
import { DEFAULT_LIMITS, type DocumentSource, type LoadOptions } from "./reading/document-source.ts";
import { isUrl, shown } from "./reading/locate.ts";
import { parseText } from "./reading/parse-text.ts";
import { type SourceFile, startOf } from "./reading/place.ts";
import { nameOf, readFiles, stopIfCancelled } from "./reading/read-files.ts";
import { readLocation } from "./reading/read-location.ts";
import { createReferences } from "./reading/references.ts";
import { createSchemaReader } from "./schema/read-schemas.ts";

export type { DocumentSource, LoadOptions } from "./reading/document-source.ts";

/**
 * Reads an OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0 document, in one file or thousands, in JSON or YAML, into the one form. What is wrong in it and can be
 * worked around is a fault with its place.
 * @throws FuxiError `target-not-found` or `target-denied` where the source cannot be read, `data-invalid` where it cannot be parsed, is no such
 * document, has no operation, or is larger than the limits, `cancelled`
 */
export async function loadDocument(source: DocumentSource, options: LoadOptions = {}): Promise<ApiDocument> {
  const signal = options.signal ?? new AbortController().signal;
  stopIfCancelled(signal);
  const { file, bytes } = await readRoot(source, { ...options, signal });
  const { dialect, format } = documentVersion(file.value, file.name);
  const files = await readFiles(file, bytes, { ...options, signal });
  stopIfCancelled(signal);

  const faults = createFaultList();
  const root = startOf(file);
  const references = createReferences(files);
  const schemas = createSchemaReader(root, dialect, references, faults.add);
  const reader: DocumentReader = {
    dialect,
    root,
    fault: faults.add,
    follow: createFollow(references, faults.add),
    schema: schemas.read,
  };
  const securitySchemes = readSecuritySchemes(reader);
  const operations = readOperations(securitySchemes, reader);
  if (operations.length === 0) throw withoutOperations(file);
  const found = file.location === "" ? undefined : shown(file.location);
  return {
    format,
    ...readInfo(reader),
    ...(found !== undefined && { source: found }),
    servers: documentServers(reader, found),
    operations,
    tags: readTags(reader),
    securitySchemes,
    schemas: schemas.all(),
    faults: faults.list(files.all.length > 1),
  };
}

interface Root {
  readonly file: SourceFile;
  readonly bytes: number;
}

async function readRoot(
  source: DocumentSource,
  options: LoadOptions & { readonly signal: AbortSignal },
): Promise<Root> {
  if (typeof source !== "string") {
    const name = "The document";
    if ("text" in source) return { file: parsed("", name, source.text), bytes: source.text.length };
    const excess = excessOf(source.document);
    if (excess !== undefined) throw new FuxiError("data-invalid", `${name} cannot be read: ${excess}.`);
    return { file: { location: "", name, value: source.document }, bytes: 0 };
  }
  const location = isUrl(source) ? source : pathOf(source);
  const name = shown(location);
  const result = await readLocation(location, options, options.limits?.bytes ?? DEFAULT_LIMITS.bytes);
  if (result.problem !== undefined)
    throw new FuxiError(result.code, `${name} ${result.problem}.`, { hint: hintFor(location, options) });
  return { file: parsed(result.location, name, result.text), bytes: result.bytes };
}

function parsed(location: string, name: string, text: string): SourceFile {
  const result = parseText(text);
  if (result.problem !== undefined)
    throw new FuxiError("data-invalid", `${name} cannot be parsed: ${result.problem}.`, {
      hint: "Give an OpenAPI or Swagger document in JSON or YAML.",
    });
  return { location, name: location === "" ? name : nameOf(location, location), value: result.value as Json };
}

function pathOf(source: string): string {
  return resolve(source.startsWith("file:") && URL.canParse(source) ? fileURLToPath(source) : source);
}

function hintFor(location: string, { fetchText }: LoadOptions): string {
  if (isUrl(location) && fetchText === undefined) return "Download the document and name the file.";
  return "Name an OpenAPI or Swagger document in JSON or YAML.";
}

function withoutOperations({ name, value }: SourceFile): FuxiError {
  const onlyHooks = typeof value === "object" && value !== null && Object.hasOwn(value, "webhooks");
  const reason = onlyHooks
    ? 'it describes webhooks only ("paths" is empty or missing)'
    : '"paths" holds none';
  return new FuxiError("data-invalid", `${name} has no operation that could be called: ${reason}.`, {
    hint: "Name the document that describes the API's requests.",
  });
}

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import type { ApiDocument, DocumentFault } from "./api-document.ts";
import { createFollow, createReferences, type Dialect, type DocumentReader } from "./document-reader.ts";
import {
  documentServers,
  readInfo,
  readOperations,
  readSecuritySchemes,
  readTags,
} from "./operation/read-operations.ts";
import { excessOf, parseText } from "./reading/parse-text.ts";
import { memberOf, type Place, type SourceFile, startOf } from "./reading/place.ts";
import {
  type DocumentSource,
  isUrl,
  type LoadOptions,
  MOST_BYTES,
  nameOf,
  readFiles,
  readLocation,
  shown,
  stopIfCancelled,
} from "./reading/read-files.ts";
import { createSchemaReader } from "./schemas.ts";

/** Faults beyond this number are only counted: a generator can repeat one mistake thousands of times. */
const MOST = 500;

class FaultList {
  readonly #found = new Map<string, { readonly place: Place; readonly message: string }>();

  readonly add = (place: Place, message: string): void => {
    this.#found.set(`${place.file.location}#${place.pointer} ${message}`, { place, message });
  };

  list(severalFiles: boolean): readonly DocumentFault[] {
    const all = [...this.#found.values()].map(({ place, message }) => ({
      place: `${severalFiles ? place.file.name : ""}#${place.pointer}`,
      message,
    }));
    const left = all.length - MOST;
    return left <= 0 ? all : [...all.slice(0, MOST), { place: "#", message: `And ${left} more faults.` }];
  }
}

export type { DocumentSource, LoadOptions } from "./reading/read-files.ts";

/**
 * Reads an OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0 document, in one file or thousands, in JSON or YAML. Mistakes that can be worked around are listed as
 * faults.
 * @throws FuxiError `target-not-found` or `target-denied` if the source cannot be read, `data-invalid` if it cannot be parsed, is no such
 * document, has no operation, or is larger than the limits, `cancelled`
 */
export async function loadDocument(source: DocumentSource, given: LoadOptions = {}): Promise<ApiDocument> {
  const signal = given.signal ?? new AbortController().signal;
  // A host that the caller named may be private.
  const ownHost = typeof source === "string" && isUrl(source) ? [new URL(source).host] : [];
  const options = { ...given, signal, trustedHosts: [...ownHost, ...(given.trustedHosts ?? [])] };
  stopIfCancelled(signal);
  const { file, bytes } = await readRoot(source, options);
  const { dialect, format } = documentVersion(file.value, file.name);
  const files = await readFiles(file, bytes, options);
  stopIfCancelled(signal);

  const faults = new FaultList();
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
  const result = await readLocation(location, options, MOST_BYTES);
  if (result.problem !== undefined)
    throw new FuxiError(result.code, `${name} ${result.problem}.`, {
      hint: "Name an OpenAPI or Swagger document in JSON or YAML.",
    });
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

function withoutOperations({ name, value }: SourceFile): FuxiError {
  const onlyHooks = typeof value === "object" && value !== null && Object.hasOwn(value, "webhooks");
  const reason = onlyHooks
    ? 'it describes webhooks only ("paths" is empty or missing)'
    : '"paths" holds none';
  return new FuxiError("data-invalid", `${name} has no operation that could be called: ${reason}.`, {
    hint: "Name the document that describes the API's requests.",
  });
}

/** Which specification a document follows. @throws FuxiError `data-invalid` for an unknown one */
function documentVersion(value: Json, name: string): { readonly dialect: Dialect; readonly format: string } {
  const openapi = versionText(memberOf(value, "openapi"));
  const swagger = versionText(memberOf(value, "swagger"));
  if (openapi?.startsWith("3.")) {
    const dialect = /^3\.0(?:\.|$)/u.test(openapi) ? "3.0" : "3.1";
    return { dialect, format: `openapi ${openapi}` };
  }
  if (swagger === "2.0") return { dialect: "2.0", format: "swagger 2.0" };
  const other = openapi ?? swagger ?? versionText(memberOf(value, "swaggerVersion"));
  if (other !== undefined)
    throw new FuxiError(
      "data-invalid",
      `${name} follows version ${other} of OpenAPI, which cannot be read.`,
      {
        hint: "Convert it to OpenAPI 3.",
      },
    );
  throw new FuxiError("data-invalid", `${name} is no OpenAPI or Swagger document: ${whatElse(value)}`, {
    hint: 'Name the file that starts with "openapi: 3…" or "swagger: 2.0".',
  });
}

/** YAML parses the versions `3.0` and `2.0` as numbers. */
function versionText(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value.trim();
  if (typeof value !== "number") return undefined;
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

function whatElse(value: Json): string {
  if (!isObject(value)) return "it holds no object.";
  const members = Object.keys(value).slice(0, 5);
  const named = members.map((key) => JSON.stringify(key.slice(0, 40))).join(", ");
  return `it has no "openapi" or "swagger"${named === "" ? "" : `, only ${named}`}.`;
}

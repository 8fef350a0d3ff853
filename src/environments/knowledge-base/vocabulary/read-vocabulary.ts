import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { given } from "../../../util/given.ts";
import { createNames, type Names } from "./names.ts";
import { PRESETS, type PresetName } from "./presets.ts";
import { NO_VOCABULARY, type Vocabulary } from "./vocabulary.ts";

const list = z.array(z.string().min(1)).exactOptional();

const file = z.strictObject({
  extends: z.enum(Object.keys(PRESETS) as [PresetName, ...PresetName[]]).exactOptional(),
  name: z.string().min(1).exactOptional(),
  prefixes: z
    .record(
      z.string().regex(/^[\p{L}\p{N}_.-]*$/u, "a prefix has letters, digits, _ . - only"),
      z.string().min(1),
    )
    .exactOptional(),
  label: list,
  alias: list,
  type: list,
  subclass: list,
  classPattern: z.string().exactOptional(),
  description: list,
  languages: z
    .array(
      z
        .string()
        .regex(/^(?:[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)?$/u, 'a language tag, or "" for text without one'),
    )
    .exactOptional(),
  mediators: z
    .strictObject({ classes: list, prefixes: list, unlabelled: z.boolean().exactOptional() })
    .exactOptional(),
  hidden: list,
  attributes: z.record(z.string(), z.enum(["number", "date"])).exactOptional(),
});

/**
 * A user's own vocabulary, read from JSON (docs/vocabularies.md). Its entries precede the entries of the preset named in `extends`; IRIs may be
 * short names.
 *
 * @throws FuxiError `configuration-invalid` that names the key
 */
export function readVocabulary(json: unknown): Vocabulary {
  const read = file.safeParse(json);
  if (!read.success) throw refused(read.error);
  const { extends: preset, name, classPattern, languages = [], mediators, attributes, ...own } = read.data;
  const base = preset === undefined ? NO_VOCABULARY : PRESETS[preset];
  const prefixes = { ...base.prefixes, ...own.prefixes };
  checkPrefixes(prefixes);
  checkPattern(classPattern);
  const names = createNames({ ...base, prefixes });
  const joined = (key: string, texts: readonly string[] = [], before: readonly string[], read = fullIri) => [
    ...new Set([...texts.map((text) => read(text, key, names)), ...before]),
  ];
  const iris = (key: "label" | "alias" | "type" | "subclass" | "description") =>
    joined(key, own[key], base[key]);
  const kinds = Object.entries(attributes ?? {}).map(([text, kind]) => [
    fullIri(text, "attributes", names),
    kind,
  ]);
  return {
    ...base,
    ...given({ name, classPattern }),
    prefixes,
    label: iris("label"),
    alias: iris("alias"),
    type: iris("type"),
    subclass: iris("subclass"),
    description: iris("description"),
    languages: [...new Set([...languages.map((tag) => tag.toLowerCase()), ...base.languages])],
    mediators: {
      classes: joined("mediators.classes", mediators?.classes, base.mediators.classes),
      prefixes: joined("mediators.prefixes", mediators?.prefixes, base.mediators.prefixes, beginning),
      unlabelled: mediators?.unlabelled ?? base.mediators.unlabelled,
    },
    hidden: joined("hidden", own.hidden, base.hidden, beginning),
    attributes: { ...base.attributes, ...Object.fromEntries(kinds) },
  };
}

function fullIri(text: string, key: string, names: Names): string {
  const iri = names.iri(text);
  if (iri !== undefined) return iri;
  throw invalid(key, `"${text}" is neither a full IRI nor a short name with one of the prefixes`);
}

/** An IRI or the beginning of one: keeps a trailing `*`, and expands a bare prefix (`wds:`) to its namespace. */
function beginning(text: string, key: string, names: Names): string {
  const star = text.endsWith("*");
  const start = star ? text.slice(0, -1) : text;
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(start)) return text;
  if (/^[^:]*:$/u.test(start)) {
    const known = names.iri(`${start}x`);
    if (known !== undefined) return known.slice(0, -1) + (star ? "*" : "");
  }
  return fullIri(start, key, names) + (star ? "*" : "");
}

function checkPrefixes(prefixes: Readonly<Record<string, string>>): void {
  for (const [prefix, namespace] of Object.entries(prefixes)) {
    if (!/^[a-z][a-z0-9+.-]*:\S+$/iu.test(namespace) || /[<>"{}|\\^`]/u.test(namespace))
      throw invalid(`prefixes.${prefix}`, `"${namespace}" is not the beginning of an IRI`);
  }
}

function checkPattern(pattern = ""): void {
  try {
    new RegExp(pattern, "u");
  } catch (error) {
    throw invalid("classPattern", `it is no regular expression: ${(error as Error).message}`);
  }
}

function refused(error: z.ZodError): FuxiError {
  const [issue] = error.issues;
  const path = issue?.path.join(".") ?? "";
  if (issue?.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    const known = path === "" ? Object.keys(file.shape) : ["classes", "prefixes", "unlabelled"];
    return invalid([...(issue.path as string[]), key].join("."), "there is no such key", known);
  }
  return invalid(path === "" ? "(the whole file)" : path, issue?.message ?? "it cannot be read");
}

function invalid(key: string, what: string, known: readonly string[] = []): FuxiError {
  return new FuxiError("configuration-invalid", `Vocabulary, key "${key}": ${what}.`, {
    hint: known.length > 0 ? `Keys: ${known.join(", ")}.` : "See docs/vocabularies.md.",
  });
}

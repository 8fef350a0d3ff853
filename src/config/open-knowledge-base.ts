import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Environment } from "../environment/environment.ts";
import type { LoadReport } from "../environments/knowledge-base/stores/embedded/load-report.ts";
import type { TripleStore } from "../environments/knowledge-base/triple-store/triple-store.ts";
import { PRESETS } from "../environments/knowledge-base/vocabulary/presets.ts";
import { readVocabulary } from "../environments/knowledge-base/vocabulary/read-vocabulary.ts";
import type { Vocabulary } from "../environments/knowledge-base/vocabulary/vocabulary.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { given } from "../util/given.ts";
import { nearestNames } from "../util/nearest-names.ts";
import type { OpenOptions } from "./open-options.ts";
import type { Target } from "./recognise-target.ts";

/** A vocabulary file beside the data: `people.ttl.vocabulary.json`. */
function vocabularyBeside(path: string): string | undefined {
  const beside = `${path}.vocabulary.json`;
  return existsSync(beside) ? beside : undefined;
}

/**
 * The vocabulary of a preset or a file.
 *
 * @throws FuxiError `usage` if the name is neither, `configuration-invalid` if the file is no vocabulary
 */
async function chooseVocabulary(named: string): Promise<Vocabulary> {
  const preset = Object.entries(PRESETS).find(([name]) => name === named)?.[1];
  if (preset !== undefined) return preset;
  if (existsSync(named)) return readVocabulary(await parsed(named));
  const names = Object.keys(PRESETS);
  const [near] = nearestNames(named, names, { limit: 1 });
  throw new FuxiError("usage", `There is no vocabulary "${named}", neither a preset nor a file.`, {
    hint: near === undefined ? `Presets: ${names.join(", ")}.` : `Did you mean ${near.name}?`,
  });
}

async function parsed(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    throw new FuxiError("configuration-invalid", `The vocabulary file ${path} is no JSON.`, {
      hint: "See docs/vocabularies.md for its form.",
      cause,
    });
  }
}

const HOSTS: readonly (readonly [RegExp, keyof typeof PRESETS])[] = [
  [/(^|\.)wikidata\.org$/u, "wikidata"],
  [/(^|\.)dbpedia\.org$/u, "dbpedia"],
];

/** The preset for a well-known server. */
function vocabularyOfHost(hostname: string): Vocabulary | undefined {
  const preset = HOSTS.find(([pattern]) => pattern.test(hostname))?.[1];
  return preset === undefined ? undefined : PRESETS[preset];
}

/** Maximum number of faults to show one by one. */
const MOST_EXAMPLES = 3;

/** Report for a person on how a file was read: skipped lines first. */
function reportLines({ skipped, examples, complete, remarks }: LoadReport): readonly string[] {
  const shown = examples.slice(0, MOST_EXAMPLES);
  const faults = shown.map(({ line, reason, text }) => `line ${line}: ${reason}: ${text}`);
  const rest = skipped - shown.length;
  return [
    ...(complete ? [] : ["reading ended at a fault; what comes after it is not loaded"]),
    ...(skipped === 0 ? [] : [`${skipped} ${skipped === 1 ? "statement was" : "statements were"} left out`]),
    ...faults,
    ...(rest > 0 && faults.length > 0 ? [`and ${rest} more`] : []),
    ...remarks,
  ];
}

/** @param key replaces the key made from the path */
export async function openRdfFile(
  id: string,
  path: string,
  options: OpenOptions,
  key?: string,
): Promise<Environment> {
  const { folders, signal, onProgress, privacy } = options;
  const named = options.vocabulary ?? vocabularyBeside(path);
  const { openEmbeddedStore } = await import(
    "../environments/knowledge-base/stores/embedded/open-embedded-store.ts"
  );
  const store = await openEmbeddedStore({
    path,
    cacheFolder: folders.cache,
    signal,
    ...given({ privacy, key, vocabulary: named === undefined ? named : await chooseVocabulary(named) }),
    ...(onProgress === undefined ? {} : { onProgress: ({ text, share }) => onProgress(text, share) }),
  });
  for (const line of reportLines(store.report)) options.onWarning(`${store.target.name}: ${line}`);
  return environmentOver(id, store, options);
}

/** Opens the sample with its own vocabulary, whatever the options name for other targets. */
export async function openCinemaKnowledgeBase(id: string, options: OpenOptions): Promise<Environment> {
  const { vocabulary, ...rest } = options;
  // The vocabulary is not used here, but mistakes in it are reported.
  if (vocabulary !== undefined) await chooseVocabulary(vocabulary);
  const [{ ensureCinemaKnowledgeBase }, { cinemaKnowledgeBaseKey }] = await Promise.all([
    import("../samples/cinema/ensure-cinema-knowledge-base.ts"),
    import("../samples/cinema/cinema-version.ts"),
  ]);
  return openRdfFile(id, ensureCinemaKnowledgeBase(options.folders.cache), rest, cinemaKnowledgeBaseKey());
}

export async function openSparqlEndpoint(
  id: string,
  { url }: Target & { readonly type: "sparql-endpoint" },
  options: OpenOptions,
): Promise<Environment> {
  const { signal, env, privacy } = options;
  const address = endpointAddress(url, env);
  const vocabulary =
    options.vocabulary === undefined
      ? vocabularyOfHost(new URL(address.url).hostname)
      : await chooseVocabulary(options.vocabulary);
  const { openEndpointStore } = await import(
    "../environments/knowledge-base/stores/endpoint/open-endpoint-store.ts"
  );
  const store = await openEndpointStore({
    ...address,
    signal,
    ...given({ privacy, vocabulary }),
  });
  const { limitation } = store.labelSearch;
  if (limitation !== "") options.onWarning(`${store.target.name}: ${limitation}`);
  return environmentOver(id, store, options);
}

async function environmentOver(
  id: string,
  store: TripleStore,
  { signal }: OpenOptions,
): Promise<Environment> {
  try {
    const { createKnowledgeBaseEnvironment } = await import(
      "../environments/knowledge-base/create-knowledge-base-environment.ts"
    );
    return await createKnowledgeBaseEnvironment({ id, store, signal });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Settings of a SPARQL endpoint from its URL and the environment. */
interface EndpointAddress {
  /** Without credentials and without the graphs. */
  readonly url: string;
  readonly auth?:
    | { readonly type: "basic"; readonly user: string; readonly password: string }
    | { readonly type: "header"; readonly name: string; readonly value: string };
  readonly defaultGraphs?: readonly string[];
  readonly namedGraphs?: readonly string[];
}

/**
 * Reads credentials from the URL (`https://user:password@host/sparql`) or, as a whole `Authorization` header, from FUXI_SPARQL_AUTHORIZATION, and graphs
 * from the protocol's own parameters (`?default-graph-uri=…&named-graph-uri=…`, which may be repeated).
 */
export function endpointAddress(text: string, env: NodeJS.ProcessEnv): EndpointAddress {
  const url = new URL(text);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  const header = env["FUXI_SPARQL_AUTHORIZATION"];
  const defaultGraphs = url.searchParams.getAll("default-graph-uri");
  const namedGraphs = url.searchParams.getAll("named-graph-uri");
  url.username = "";
  url.password = "";
  url.searchParams.delete("default-graph-uri");
  url.searchParams.delete("named-graph-uri");
  return {
    url: url.toString(),
    ...(user !== "" ? { auth: { type: "basic", user, password } } : {}),
    ...(user === "" && header ? { auth: { type: "header", name: "Authorization", value: header } } : {}),
    ...(defaultGraphs.length > 0 ? { defaultGraphs } : {}),
    ...(namedGraphs.length > 0 ? { namedGraphs } : {}),
  };
}

import { lookup } from "node:dns/promises";
import { accessSync, constants, statSync } from "node:fs";
import { connect } from "node:net";
import { basename } from "node:path";
import { isEmptyPolicy } from "../../environments/database/privacy/privacy-policy.ts";
import type { TripleStore } from "../../environments/knowledge-base/triple-store/triple-store.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { shownBytes } from "../kept/entries.ts";
import { databaseSource, isDatabase } from "../open-database.ts";
import {
  encodingFor,
  openEnvironments,
  optionsFor,
  privateTargetOf,
  underPolicy,
} from "../open-environments.ts";
import { endpointAddress } from "../open-knowledge-base.ts";
import type { OpenOptions } from "../open-options.ts";
import { type PrivacyPatterns, patternsFor } from "../privacy-patterns.ts";
import type { Target } from "../recognise-target.ts";
import { type ResolvedTarget, resolveTargets } from "../resolve-targets.ts";
import { hostOf, serverUrl } from "../target-names.ts";
import type { ApiOptions } from "../target-options.ts";
import { type Examination, type Finding, fault, warning } from "./check.ts";
import { checkApi } from "./check-api.ts";
import { checkDatabase } from "./check-database.ts";

const SHOWN_FAULTS = 5;

/**
 * Whether a target's files are there, may be read and have something in them. What they hold is told by the engine that opens them next.
 * False where something keeps them from being opened.
 */
async function checkFile(target: Target, exam: Examination): Promise<boolean> {
  switch (target.type) {
    case "sqlite-file":
    case "duckdb-file":
    case "rdf-file":
      return exam.look("file", () => fileDiagnosis(target.path));
    case "data-files": {
      const files = [...target.files, ...target.groups.flatMap((group) => group.files)];
      return exam.look("files", () => filesDiagnoses(files));
    }
    default:
      return true;
  }
}

function fileDiagnosis(path: string): Finding {
  const shown = basename(path);
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return fault(`There is no file ${shown}.`, "Check the path.");
  try {
    accessSync(path, constants.R_OK);
  } catch {
    return fault(
      `${shown} may not be read by this user.`,
      `ls -l "${path}"   # then: chmod u+r "${path}", or ask its owner`,
    );
  }
  if (facts.size > 0) return `${shown} can be read (${shownBytes(facts.size)}).`;
  return warning(`${shown} is empty.`, "Check that it is the right file, and that it was copied whole.");
}

function filesDiagnoses(files: readonly string[]): readonly Finding[] {
  const found = files
    .map(fileDiagnosis)
    .flatMap((each) => (typeof each === "string" ? [] : [{ name: "file", ...each }]));
  if (found.length === 0) {
    const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
    const all = files.length === 1 ? "The file" : `All ${files.length} files`;
    return [`${all} can be read (${shownBytes(bytes)}).`];
  }
  const more = found.length - SHOWN_FAULTS;
  const others = `and ${more} more of ${files.length} files`;
  return [...found.slice(0, SHOWN_FAULTS), ...(more > 0 ? [warning(others)] : [])];
}

/** Where a server is said to be. */
interface Place {
  readonly host: string;
  readonly port: number;
}

const MILLISECONDS = 5000;

/** Whether the name leads anywhere, and whether something answers there: two faults that look the same to a driver. */
async function checkNetwork({ host, port }: Place, exam: Examination, signal: AbortSignal): Promise<boolean> {
  const hasAddress = await exam.look("address", async () => {
    const found = await lookup(host, { all: true }).catch((error: NodeJS.ErrnoException) => error);
    if (!(found instanceof Error)) return `${host} has an address.`;
    if (found.code === "ENOTFOUND")
      return fault(
        `The name ${host} is not known.`,
        `getent hosts ${host}   # check the spelling; is a VPN or a search domain missing?`,
      );
    return fault(
      `The name ${host} cannot be looked up now (${found.code}).`,
      "Check this machine's network and its name server.",
    );
  });
  return hasAddress && exam.look("port", () => portAnswers({ host, port }, signal));
}

async function portAnswers({ host, port }: Place, signal: AbortSignal): Promise<Finding> {
  const shown = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect({ host, port });
  const onAbort = (): void => resolve("aborted");
  signal.addEventListener("abort", onAbort, { once: true });
  socket.setTimeout(MILLISECONDS, () => resolve("silent"));
  socket.once("connect", () => resolve("open"));
  socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
  const answer = await promise;
  signal.removeEventListener("abort", onAbort);
  socket.on("error", () => {});
  socket.destroy();
  if (answer === "aborted") throw new FuxiError("cancelled", "The caller cancelled.");
  if (answer === "open") return `Something answers at ${shown}.`;
  if (answer === "ECONNREFUSED") {
    return fault(
      `Nothing listens at ${shown}.`,
      "Check the port; start the server; see whether it listens on this address and not only on its own machine.",
    );
  }
  return fault(
    answer === "silent"
      ? `${shown} did not answer within ${MILLISECONDS / 1000} seconds.`
      : `${shown} cannot be reached (${answer}).`,
    "A firewall, a security group or a missing VPN may stand between: allow this machine to reach the port.",
  );
}

const PORTS: Partial<Record<Target["type"], number>> = { "postgres-url": 5432, "mysql-url": 3306 };

const SOCKETS = ["socket", "socketPath", "unix_socket", "host"];

/** Where a target's server is; nothing for files, for a socket of this machine, and where the address leaves the host to the environment. */
export function placeOf(target: Target): Place | undefined {
  if (target.type === "api-document") {
    return /^https?:/iu.test(target.source) ? placeOfUrl(target.source, undefined) : undefined;
  }
  return "url" in target ? placeOfUrl(target.url, PORTS[target.type]) : undefined;
}

function placeOfUrl(text: string, usual: number | undefined): Place | undefined {
  const url = serverUrl(text.replace(/^sparql[:+]/iu, ""));
  const isSocket = SOCKETS.some((name) => url?.searchParams.get(name)?.startsWith("/"));
  if (url === undefined || hostOf(url) === "" || isSocket) return undefined;
  const port = Number(url.port) || (usual ?? (url.protocol === "http:" ? 80 : 443));
  return { host: decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/u, "$1"), port };
}

/**
 * All that can be said of one target; what cannot be looked at because of a fault before it is left out.
 * @param all that are looked at, among which a rule of a command says which it is for
 */
export async function checkTarget(
  text: string,
  exam: Examination,
  given: OpenOptions,
  all: readonly string[],
): Promise<void> {
  const found: { resolved?: ResolvedTarget } = {};
  const isKnown = await exam.look("target", () => {
    const warnings: string[] = [];
    const [resolved] = resolveTargets([text], given.configuration, (line) => warnings.push(line));
    if (resolved !== undefined) found.resolved = resolved;
    return warnings.map((line) => warning(line));
  });
  if (!isKnown || found.resolved === undefined) return;
  const { target } = found.resolved;
  const { resolved } = found;
  const own: { options?: OpenOptions; rules?: PrivacyPatterns } = {};
  await exam.look("privacy", () => {
    const among = [resolved, ...otherTargets(text, all, given)];
    const [target, ...others] = among.map(privateTargetOf);
    if (target === undefined) return undefined;
    const rules = patternsFor(target, [target, ...others], given.patterns ?? {});
    own.rules = rules;
    const { encoding, ...rest } = given;
    const told = encodingFor(
      resolved.target,
      encoding,
      among.map((each) => each.target),
    );
    own.options = underPolicy(
      resolved,
      [resolved],
      optionsFor(resolved, { ...rest, ...told, patterns: rules }, given.api),
    );
    return undefined;
  });
  const { options, rules } = own;
  if (options === undefined || rules === undefined) return;
  const place = placeOf(target);
  if (place !== undefined && !(await checkNetwork(place, exam, options.signal))) return;
  if (!(await checkFile(target, exam))) return;
  if (isDatabase(target)) {
    const isServer = target.type === "postgres-url" || target.type === "mysql-url";
    const policy = options.database?.privacy ?? {};
    // What is said while files are loaded names tables, which the rules may deny.
    const quiet = isEmptyPolicy(policy) ? options : { ...options, onNote: () => {} };
    const open = (): ReturnType<typeof databaseSource> => databaseSource(target, quiet);
    return checkDatabase({ open, policy, isServer }, exam, options);
  }
  if (target.type === "sparql-endpoint") return checkEndpoint(target, exam, options);
  if (target.type === "api-document") return checkApi(target.source, exam, options);
  const { encoding: _, ...rest } = given;
  await checkOpens(text, exam, { ...rest, patterns: rules });
}

/** Those that can be recognised: the faults of the others are told in their own place. */
function otherTargets(
  text: string,
  all: readonly string[],
  { configuration }: OpenOptions,
): readonly ResolvedTarget[] {
  return all
    .filter((each) => each !== text)
    .flatMap((each) => {
      try {
        return resolveTargets([each], configuration, () => {});
      } catch {
        return [];
      }
    });
}

/** For what has nothing to look at but whether it opens: files of triples, samples. */
async function checkOpens(text: string, exam: Examination, options: OpenOptions): Promise<void> {
  const { api: _, ...rest } = options as OpenOptions & { readonly api?: ApiOptions };
  await exam.look("opening", async () => {
    const warnings: string[] = [];
    const environments = await openEnvironments([text], {
      ...rest,
      onWarning: (line) => warnings.push(line),
    });
    await Promise.all(environments.map((environment) => environment.close()));
    const kinds = environments.map(({ kind }) => kind).join(", ");
    return [`It opens (${kinds}).`, ...warnings.map((line) => ({ name: "content", ...warning(line) }))];
  });
}

/** Whether a SPARQL endpoint answers as one, and what its names are looked for with. */
async function checkEndpoint(
  { url }: Target & { readonly type: "sparql-endpoint" },
  exam: Examination,
  { env, signal }: OpenOptions,
): Promise<void> {
  const { openEndpointStore } = await import(
    "../../environments/knowledge-base/stores/endpoint/open-endpoint-store.ts"
  );
  const opened: { store?: TripleStore } = {};
  const address = endpointAddress(url, env);
  await exam.look("encryption", () =>
    address.url.startsWith("https:") || address.auth === undefined
      ? undefined
      : warning(
          "Credentials are sent over a connection that is not encrypted.",
          "Write https:// if the server has it.",
        ),
  );
  const answers = await exam.look("endpoint", async () => {
    opened.store = await openEndpointStore({ ...address, signal });
    const { engine } = opened.store.target;
    return `It answers SPARQL queries (${engine}).`;
  });
  const { store } = opened;
  if (!answers || store === undefined) return;
  try {
    await exam.look("names", () => {
      const { limitation } = store.labelSearch;
      return limitation === "" ? "The engine can look for names." : warning(limitation);
    });
  } finally {
    await store.close();
  }
}

import { withEgress } from "../environment/egress/with-egress.ts";
import type { Environment } from "../environment/environment.ts";
import { hasNoRules } from "../environment/privacy-rules.ts";
import type { AllowedObjects } from "../environments/database/driver/unsafe-objects.ts";
import { meansFile } from "../environments/database/drivers/duckdb/files/data-file.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { withHeaderFiles } from "./api-credentials.ts";
import { cinemaDatabaseSource, databaseSource, isDatabase, openDatabase } from "./open-database.ts";
import type { OpenOptions } from "./open-options.ts";
import { type PrivateTarget, patternsFor, policyOf } from "./privacy-patterns.ts";
import type { Target } from "./recognise-target.ts";
import { type ResolvedTarget, resolveTargets } from "./resolve-targets.ts";
import type { ApiOptions } from "./target-options.ts";

const PREFIX = /^([\w-]+):(?!\/\/)(.+)$/su;
const LISTS = ["allow", "readOnly", "deny", "header"] as const;

/**
 * The options of one of the APIs `ids`. With several, each operation, header and server has an API's id before it (`shop:POST /orders`): permissions and
 * secrets of one API must not apply to another.
 * @throws FuxiError `usage` for an option without an API's id
 */
export function apiOptionsFor(id: string, ids: readonly string[], options: ApiOptions): ApiOptions {
  if (ids.length < 2) return options;
  const { server, allow: _, readOnly: __, deny: ___, header: ____, ...shared } = options;
  const own = Object.fromEntries(
    LISTS.map((name) => [name, ofOne(id, ids, options[name] ?? [], flagOf(name))]),
  );
  const [named] = server === undefined ? [] : ofOne(id, ids, [server], "--server");
  return { ...shared, ...own, ...(named === undefined ? {} : { server: named }) };
}

function ofOne(
  id: string,
  ids: readonly string[],
  texts: readonly string[],
  flag: string,
): readonly string[] {
  return texts.flatMap((text) => {
    const [, prefix = "", rest = ""] = PREFIX.exec(text) ?? [];
    if (!ids.includes(prefix)) {
      // The error omits the header, which may hold a secret.
      throw new FuxiError("usage", `With several APIs, ${flag} has to say which it is for.`, {
        hint: `Write ${ids.map((each) => `${flag} "${each}:…"`).join(" or ")}.`,
      });
    }
    return prefix === id ? [rest.trim()] : [];
  });
}

function flagOf(name: (typeof LISTS)[number]): string {
  return name === "readOnly" ? "--read-only" : `--${name}`;
}

async function openTarget(id: string, target: Target, options: OpenOptions): Promise<Environment> {
  if (isDatabase(target))
    return openDatabase(id, target.name, await databaseSource(target, options), options);
  switch (target.type) {
    case "rdf-file": {
      const { openRdfFile } = await import("./open-knowledge-base.ts");
      return openRdfFile(id, target.path, options);
    }
    case "sparql-endpoint": {
      const { openSparqlEndpoint } = await import("./open-knowledge-base.ts");
      return openSparqlEndpoint(id, target, options);
    }
    case "api-document": {
      const { openApiDocument } = await import("./open-rest-api.ts");
      return openApiDocument(id, target.source, options);
    }
    case "sample":
      return openSample(id, target.name, options);
  }
}

async function openSample(id: string, name: string, options: OpenOptions): Promise<Environment> {
  switch (name) {
    case "cinema":
      return openDatabase(id, name, await cinemaDatabaseSource(options.folders.cache), options);
    case "cinema-kb": {
      const { openCinemaKnowledgeBase } = await import("./open-knowledge-base.ts");
      return openCinemaKnowledgeBase(id, options);
    }
    case "cinema-api": {
      const { openCinemaApi } = await import("./open-rest-api.ts");
      return openCinemaApi(id, options);
    }
  }
  throw new FuxiError("target-not-found", `There is no sample "${name}".`, {
    hint: "Write sample:cinema (a database), sample:cinema-kb (a knowledge base) or sample:cinema-api (an API).",
  });
}

const isApi = (target: Target): boolean =>
  target.type === "api-document" || (target.type === "sample" && target.name === "cinema-api");

function kindOf(target: Target): PrivateTarget["kind"] {
  if (isApi(target)) return "rest-api";
  const isKnowledgeBase =
    target.type === "rdf-file" ||
    target.type === "sparql-endpoint" ||
    (target.type === "sample" && target.name === "cinema-kb");
  return isKnowledgeBase ? "knowledge-base" : "database";
}

/** A target as privacy rules see it. */
export function privateTargetOf({ id, target }: ResolvedTarget): PrivateTarget {
  return { id, kind: kindOf(target) };
}

/** Applies the privacy policy of a target: the configured one, and the command's. */
export function underPolicy(
  resolved: ResolvedTarget,
  all: readonly ResolvedTarget[],
  options: OpenOptions,
): OpenOptions {
  const privateTarget = privateTargetOf(resolved);
  const own = patternsFor(privateTarget, all.map(privateTargetOf), options.patterns ?? {});
  const policy = policyOf(
    privateTarget,
    resolved.configured?.database?.privacy ?? options.database?.privacy,
    own,
  );
  if (hasNoRules(policy)) return options;
  if (privateTarget.kind === "database") {
    return { ...options, database: { ...options.database, privacy: policy } };
  }
  return { ...options, privacy: policy };
}

/** Refuses an encoding that applies to no file. */
function checkEncoding(resolved: readonly ResolvedTarget[], encoding: readonly string[] | undefined): void {
  for (const { id, target, configured } of resolved) {
    if (configured?.encoding === undefined || target.type === "data-files") continue;
    throw new FuxiError("configuration-invalid", `encoding is for data files, and ${id} is none.`, {
      hint: `Take encoding out of the target ${id}.`,
    });
  }
  if (encoding === undefined || resolved.some(({ target }) => target.type === "data-files")) return;
  throw new FuxiError("usage", "--encoding is for data files, and no target is one.", {
    hint: "Leave --encoding out.",
  });
}

function checkAllowed(targets: readonly Target[], { allowFunctions, allowForeign }: AllowedObjects): void {
  const given = allowFunctions ? "--allow-function" : allowForeign && "--allow-foreign";
  if (given === undefined || targets.some(({ type }) => type === "database-server")) return;
  throw new FuxiError("usage", `${given} is for PostgreSQL, MariaDB and MySQL, and no target is one.`, {
    hint: `Leave ${given} out.`,
  });
}

/** Refuses options of APIs without an API: somebody may rely on --dry-run. */
function checkApiOptions(targets: readonly Target[], api: ApiOptions): void {
  const [given] = Object.keys(api);
  if (given !== undefined && !targets.some(isApi)) {
    const flag = `--${given.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new FuxiError("usage", `${flag} is for APIs, and no target is one.`, {
      hint: `Leave ${flag} out.`,
    });
  }
  if (api.server !== undefined && !targets.some(({ type }) => type === "api-document")) {
    throw new FuxiError(
      "usage",
      "--server is for API documents: sample:cinema-api has a server of its own.",
      {
        hint: "Leave --server out, or start one with fuxi demo api and name its document.",
      },
    );
  }
}

/**
 * Opens what was named, in order; all data files together are one database. A name that occurs twice gets a number. When one cannot be opened, those before it are closed again.
 * @throws FuxiError of the target that could not be opened
 */
export async function openEnvironments(
  targets: readonly string[],
  options: OpenOptions,
): Promise<readonly Environment[]> {
  const { configuration, onWarning } = options;
  const resolved = resolveTargets(targets, configuration, onWarning);
  checkApiOptions(
    resolved.map(({ target }) => target),
    options.api ?? {},
  );
  checkEncoding(resolved, options.encoding);
  checkAllowed(
    resolved.map(({ target }) => target),
    options.database ?? {},
  );
  const api = withHeaderFiles(options.api ?? {}, onWarning);
  const apis = resolved.filter(({ target }) => isApi(target)).map(({ id }) => id);
  const environments: Environment[] = [];
  try {
    for (const each of resolved) {
      const flags = apis.includes(each.id) ? apiOptionsFor(each.id, apis, api) : undefined;
      const { encoding, ...rest } = options;
      const given = {
        ...rest,
        ...encodingFor(
          each.target,
          encoding,
          resolved.map(({ target }) => target),
        ),
      };
      const own = underPolicy(each, resolved, optionsFor(each, given, flags));
      const environment = await openTarget(each.id, each.target, own);
      environments.push(withEgress(environment, options.egress ?? "all"));
    }
    return environments;
  } catch (error) {
    await Promise.allSettled(environments.map((environment) => environment.close()));
    throw error;
  }
}

/** The options for one target: flags override environment variables, which override the configuration. */
export function optionsFor(
  { configured }: ResolvedTarget,
  options: OpenOptions,
  flags: ApiOptions | undefined,
): OpenOptions {
  const { api: _, ...shared } = options;
  if (configured === undefined) return { ...shared, ...(flags === undefined ? {} : { api: flags }) };
  const own =
    flags === undefined ? {} : { api: { ...withHeaderFiles(configured.api ?? {}, () => {}), ...flags } };
  return {
    ...shared,
    ...own,
    env: { ...configured.credentials, ...options.env },
    ...(configured.database === undefined
      ? {}
      : { database: { ...configured.database, ...options.database } }),
    ...(options.encoding === undefined && configured.encoding !== undefined
      ? { encoding: configured.encoding }
      : {}),
    ...(options.vocabulary === undefined && configured.vocabulary !== undefined
      ? { vocabulary: configured.vocabulary }
      : {}),
  };
}

/**
 * The encodings in a command that apply to one target: without `file=encoding` for files of other targets.
 * @param encoding as in `OpenOptions`
 * @param others all targets in the command
 */
export function encodingFor(
  target: Target,
  encoding: readonly string[] | undefined,
  others: readonly Target[],
): { readonly encoding?: readonly string[] } {
  if (encoding === undefined) return {};
  const own = filesOf(target);
  const all = others.flatMap(filesOf);
  const meant = encoding.filter((each) => {
    const at = each.lastIndexOf("=");
    const means = (file: string): boolean => meansFile(each.slice(0, at), file);
    return at < 0 || own.some(means) || !all.some(means);
  });
  return meant.length === 0 ? {} : { encoding: meant };
}

function filesOf(target: Target): readonly string[] {
  if (target.type !== "data-files") return [];
  return [...target.files, ...target.groups.flatMap((group) => group.files)];
}

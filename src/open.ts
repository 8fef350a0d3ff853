import type { PrivacyPatterns } from "./config/privacy-patterns.ts";
import type { ApiOptions } from "./config/target-options.ts";
import type { EgressLevel } from "./environment/egress/egress-level.ts";
import type { Environment } from "./environment/environment.ts";
import { FuxiError } from "./errors/fuxi-error.ts";
import { defaultFolders } from "./util/default-folders.ts";
import { given } from "./util/given.ts";

/** What `open` takes besides the target: as the options of `fuxi ask` of the same names. */
export interface OpenOptions extends PrivacyPatterns {
  /** Value indexes and samples; they can be deleted at any time. Unless given, `FUXI_CACHE_DIR` or the platform's own folder. */
  readonly cacheFolder?: string;
  /** What of the content may reach a model; `all` unless given. */
  readonly egress?: EgressLevel;
  /** Of a knowledge base: a preset's name or a vocabulary file. */
  readonly vocabulary?: string;
  /** Of a server: functions and foreign tables that are refused otherwise, as a read-only transaction does not hold what they do. */
  readonly allowFunctions?: readonly string[];
  readonly allowForeign?: readonly string[];
  /** Of data files: one for all, or `file=encoding`. */
  readonly encoding?: readonly string[];
  /** Of an API: what may be sent, and where to. */
  readonly api?: ApiOptions;
  /** Variables that hold credentials and addresses; those of the process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** One line about what the caller should know of the target: a role that may write, lines that were left out. Unless given, on stderr. */
  readonly onWarning?: (message: string) => void;
}

/**
 * Opens what `fuxi ask` opens: a SQLite, DuckDB, CSV, JSON, Excel, Parquet or RDF file, a database's or SPARQL endpoint's address, an OpenAPI document, a
 * sample (`sample:cinema`). Several data files are one database, whose tables join. Whoever opened it closes it.
 *
 * @throws FuxiError `target-not-found` and others of docs/errors.md with what to write instead; `usage` for several targets that are no data files
 */
export async function open(
  target: string | readonly string[],
  options: OpenOptions = {},
): Promise<Environment> {
  const { openEnvironments } = await import("./config/open-environments.ts");
  const { cacheFolder, only, deny, mask, signal, onWarning, env = process.env, ...others } = options;
  const { allowFunctions, allowForeign, ...rest } = others;
  const folders = defaultFolders(env);
  const opened = await openEnvironments(typeof target === "string" ? [target] : target, {
    ...rest,
    database: given({ allowFunctions, allowForeign }),
    folders: { ...folders, cache: cacheFolder ?? folders.cache },
    env,
    patterns: { ...(only && { only }), ...(deny && { deny }), ...(mask && { mask }) },
    signal: signal ?? new AbortController().signal,
    onWarning: onWarning ?? ((message) => process.emitWarning(message, "FuxiWarning")),
  });
  const [environment, ...further] = opened;
  if (environment !== undefined && further.length === 0) return environment;
  await Promise.allSettled(opened.map((each) => each.close()));
  throw new FuxiError("usage", `open makes one environment, and these are ${opened.length}.`, {
    hint: "Open each by itself: only data files can be opened together, as one database.",
  });
}

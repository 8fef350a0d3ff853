import { dirname, isAbsolute, resolve } from "node:path";
import type { ApiOptions } from "../api-options.ts";
import type { DatabaseOptions } from "../database-options.ts";
import type { CheckedContent } from "./check-content.ts";
import type { ConfigurationContent, TargetContent } from "./configuration-schema.ts";

/** A target that a file describes, ready to be opened. */
export interface ConfiguredTarget {
  /** As it would be named on a command line; several are data files of one database. */
  readonly named: readonly string[];
  readonly vocabulary?: string;
  /** Of data files: one for all, or `file=encoding`. */
  readonly encoding?: readonly string[];
  readonly api?: ApiOptions;
  readonly database?: DatabaseOptions;
  /** Credentials as the environment variables that hold them otherwise. */
  readonly credentials?: Readonly<Record<string, string>>;
}

/** What a file says, with paths from the file's own folder. */
export interface Configuration {
  /** Of the file. */
  readonly path: string;
  readonly content: ConfigurationContent;
  readonly targets: ReadonlyMap<string, ConfiguredTarget>;
  /** Ids of targets that cannot be used as things are, each with the place in the file and what it wants. */
  readonly unusable: ReadonlyMap<string, string>;
}

export function configurationOf(
  path: string,
  { content, unusable }: CheckedContent,
  credentialVariable: (scheme: string) => string,
): Configuration {
  const folder = dirname(path);
  const targets = new Map(
    Object.entries(content.targets ?? {}).map(([id, target]) => [
      id,
      configured(target, folder, credentialVariable),
    ]),
  );
  return { path, content, targets, unusable };
}

function configured(
  target: TargetContent,
  folder: string,
  credentialVariable: (scheme: string) => string,
): ConfiguredTarget {
  const within = (path: string): string => (isAbsolute(path) ? path : resolve(folder, path));
  const { vocabulary, encoding, descriptions, index, privacy, credentials = {} } = target;
  const database: DatabaseOptions = {
    ...(descriptions === undefined ? {} : { descriptionsFolder: within(descriptions) }),
    ...(index === undefined ? {} : { valueIndex: index }),
    ...(privacy === undefined ? {} : { privacy: withoutAbsent(privacy) }),
  };
  return {
    named: namedBy(target, within),
    ...(vocabulary === undefined
      ? {}
      : { vocabulary: /\.json$|[/\\]/iu.test(vocabulary) ? within(vocabulary) : vocabulary }),
    ...(encoding === undefined ? {} : { encoding: [encoding].flat() }),
    api: withoutAbsent({
      server: target.server,
      header: target.headers,
      headerFile: target.headerFiles?.map(within),
      allow: target.allow,
      readOnly: target.readOnly,
      deny: target.deny,
      dryRun: target.dryRun,
      followOutside: target.followOutside,
      trustHost: target.trustHosts,
    }),
    database,
    credentials: Object.fromEntries(
      Object.entries(credentials).map(([scheme, value]) => [
        target.sparql === undefined ? credentialVariable(scheme) : "FUXI_SPARQL_AUTHORIZATION",
        value,
      ]),
    ),
  };
}

function namedBy(target: TargetContent, within: (path: string) => string): readonly string[] {
  const { dsn, file, files, openapi, sparql, sample, schemas } = target;
  if (dsn !== undefined) {
    if (schemas === undefined) return [dsn];
    return [`${dsn}${dsn.includes("?") ? "&" : "?"}schemas=${encodeURIComponent(schemas.join(","))}`];
  }
  if (file !== undefined) return [within(file)];
  if (files !== undefined) return files.map(within);
  if (openapi !== undefined) return [`openapi:${/^https?:/iu.test(openapi) ? openapi : within(openapi)}`];
  return sparql === undefined ? [`sample:${sample}`] : [`sparql:${sparql}`];
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function withoutAbsent<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}

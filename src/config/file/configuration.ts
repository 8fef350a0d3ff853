import { existsSync, lstatSync, type Stats, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileAddress } from "../../environments/database/driver/address/file-address.ts";
import { serverAddress } from "../../environments/database/driver/address/server-address.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { given } from "../../util/given.ts";
import { chosenFile } from "../chosen-file.ts";
import type { ApiOptions, DatabaseOptions } from "../target-options.ts";
import type { CheckedContent } from "./check-content.ts";
import type { ConfigurationContent, TargetContent } from "./configuration-schema.ts";

export const CONFIGURATION_FILE = "fuxi.yaml";
const BY_ANYBODY = 0o002;

/**
 * Finds `fuxi.yaml` in the folder or the nearest one above it. Such a file decides where questions are sent, so the user has to own it:
 * in a folder that others can write to, somebody else may have created one.
 * @throws FuxiError `configuration-invalid` for another user's file
 */
export function findConfiguration(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = join(at, CONFIGURATION_FILE);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) {
      if (isOwn(stats) && isOwn(lstatSync(path))) return path;
      throw new FuxiError(
        "configuration-invalid",
        `${path} belongs to somebody else, or anybody may change it.`,
        {
          hint: `If it is meant, name it: --config ${path}; otherwise leave it aside: --no-config`,
        },
      );
    }
    if (dirname(at) === at) return undefined;
  }
}

function isOwn(stats: Stats): boolean {
  const user = process.getuid?.();
  if (user === undefined) return true;
  const changeable = !stats.isSymbolicLink() && (stats.mode & BY_ANYBODY) !== 0;
  return (stats.uid === user || stats.uid === 0) && !changeable;
}

/** A target from a configuration file, ready to be opened. */
export interface ConfiguredTarget {
  /** The target as on a command line. Several are data files of one database. */
  readonly named: readonly string[];
  readonly vocabulary?: string;
  /** Encodings of data files: one for all, or `file=encoding`. */
  readonly encoding?: readonly string[];
  readonly api?: ApiOptions;
  readonly database?: DatabaseOptions;
  /** Credentials, by the environment variables that can also hold them. */
  readonly credentials?: Readonly<Record<string, string>>;
}

/** The content of a file, with paths resolved from the file's own folder. */
export interface Configuration {
  /** Path of the file. */
  readonly path: string;
  readonly content: ConfigurationContent;
  readonly targets: ReadonlyMap<string, ConfiguredTarget>;
  /** Ids of unusable targets, each with its line in the file and the reason. */
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
  const { allowFunctions, allowForeign } = target;
  const database: DatabaseOptions = given({
    descriptionsFolder: descriptions === undefined ? undefined : within(descriptions),
    valueIndex: index,
    allowFunctions,
    allowForeign,
    privacy: privacy === undefined ? undefined : given(privacy),
  });
  return {
    named: namedBy(target, within),
    ...(vocabulary === undefined
      ? {}
      : { vocabulary: /\.json$|[/\\]/iu.test(vocabulary) ? within(vocabulary) : vocabulary }),
    ...(encoding === undefined ? {} : { encoding: [encoding].flat() }),
    api: given({
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
  if (dsn !== undefined && fileAddress(dsn) !== undefined) return [fileNamed(dsn, within)];
  if (dsn !== undefined) return [schemas === undefined ? dsn : withSchemas(dsn, schemas)];
  if (file !== undefined) return [fileNamed(file, within)];
  if (files !== undefined) return files.map(within);
  if (openapi !== undefined) return [`openapi:${/^https?:/iu.test(openapi) ? openapi : within(openapi)}`];
  return sparql === undefined ? [`sample:${sample}`] : [`sparql:${sparql}`];
}

/** Resolves a path or a file address from the configuration's folder. Missing files are reported by the code that opens them. */
function fileNamed(text: string, within: (path: string) => string): string {
  const address = fileAddress(text);
  if (address === undefined) return within(text);
  if (address.paths.some((path) => existsSync(within(path)))) return chosenFile(address, within);
  return within(address.paths.find((path) => !isAbsolute(path)) ?? address.paths[0] ?? text);
}

/** Replaces the schemas in an address by those in the file. The address may be shared with another tool. */
function withSchemas(dsn: string, schemas: readonly string[]): string {
  const [place = "", ...rest] = (serverAddress(dsn)?.url ?? dsn).split("?");
  const kept = rest
    .join("?")
    .replaceAll(/(?:^|&)schemas?=[^&]*/gu, "")
    .replace(/^&/u, "");
  return `${place}?${kept === "" ? "" : `${kept}&`}schemas=${encodeURIComponent(schemas.join(","))}`;
}

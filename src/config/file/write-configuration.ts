// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the file explains how variables are written.
import { existsSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { dump } from "js-yaml";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { packageFile } from "../package-version.ts";
import { recogniseTarget, type Target } from "../recognise-target.ts";
import { environmentId } from "../target-names.ts";

import { CONFIGURATION_FILE } from "./configuration.ts";

export interface WrittenConfiguration {
  readonly path: string;
  readonly ids: readonly string[];
  /** Variables that have to be set. Each replaces a password. */
  readonly variables: readonly string[];
}

export interface NewConfiguration {
  readonly folder: string;
  /** As on a command line. */
  readonly targets: readonly string[];
  readonly model?: string;
  readonly modelUrl?: string;
}

const NAME_OF_SECRET = /pass|secret|token|key/iu;

/**
 * Writes a commented `fuxi.yaml` that works, readable by its owner alone. Passwords become variables.
 * @throws FuxiError `usage` if the file exists already, and as `recogniseTarget`
 */
export function writeConfiguration({
  folder,
  targets,
  model,
  modelUrl,
}: NewConfiguration): WrittenConfiguration {
  const path = join(folder, CONFIGURATION_FILE);
  const ids: string[] = [];
  const variables: string[] = [];
  const blocks = targets.map((text) => {
    const target = recogniseTarget(text);
    const id = environmentId(target.name, ids);
    ids.push(id);
    return targetBlock(id, target, folder, variables);
  });
  const text = [
    `# yaml-language-server: $schema=${schemaPlace(folder)}`,
    "# Configuration of Fuxi: docs/configuration.md. Flags and the environment go before it. Secrets stand in the environment: ${VARIABLE}.",
    "",
    "# Asked where a command names no target.",
    `default: ${ids.length === 1 ? ids[0] : `[${ids.join(", ")}]`}`,
    "",
    "targets:",
    ...blocks,
    "",
    ...setting(
      "model",
      model,
      "openai/gpt-5",
      "Without a model the built-in rules answer what they understand.",
    ),
    ...setting(
      "modelUrl",
      modelUrl,
      "http://127.0.0.1:11434/v1",
      "Any OpenAI-compatible server; its key is in FUXI_API_KEY.",
    ),
    "# Deletes runs and what belongs to them when they are older.",
    "# retention: 30d",
    "",
  ].join("\n");
  try {
    writeFileSync(path, text, { mode: 0o600, flag: "wx" });
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === "EEXIST";
    throw new FuxiError("usage", exists ? `${path} is there already.` : `${path} cannot be written.`, {
      hint: exists
        ? "It is left as it is; edit it, or delete it first."
        : "Check that the folder may be written to.",
      cause,
    });
  }
  return { path, ids, variables };
}

function setting(
  key: string,
  value: string | undefined,
  example: string,
  comment: string,
): readonly string[] {
  return [`# ${comment}`, value === undefined ? `# ${key}: ${example}` : yaml({ [key]: value }), ""];
}

function targetBlock(id: string, target: Target, folder: string, variables: string[]): string {
  const lines = yaml(keysOf(id, target, folder, variables)).split("\n");
  const isDatabase = !["rdf-file", "sparql-endpoint", "api-document"].includes(target.type);
  const privacy = isDatabase
    ? ["    # privacy: {deny: [salary], mask: [customer.email]}", "    # index: lazy   # off, lazy or full"]
    : [];
  return [`  ${id}:`, ...lines.map((line) => `    ${line}`), ...privacy].join("\n");
}

function keysOf(
  id: string,
  target: Target,
  folder: string,
  variables: string[],
): Readonly<Record<string, unknown>> {
  const within = (path: string): string => {
    const from = relative(folder, resolve(path));
    return from.startsWith("..") || isAbsolute(from) ? resolve(path) : `./${from}`;
  };
  switch (target.type) {
    case "database-server":
      return { dsn: withVariables(target.url, id, variables) };
    case "sparql-endpoint":
      return { sparql: withVariables(target.url, id, variables) };
    case "api-document":
      return {
        openapi: /^https?:/iu.test(target.source)
          ? withVariables(target.source, id, variables)
          : within(target.source),
      };
    case "data-files": {
      const files = [...target.files, ...target.groups.flatMap((group) => group.files)].map(within);
      return files.length === 1 ? { file: files[0] } : { files };
    }
    case "sample":
      return { sample: target.name };
    default:
      return { file: within(target.path) };
  }
}

/** The address with its password and secret-looking parameters replaced by variables. */
function withVariables(address: string, id: string, variables: string[]): string {
  const plain = address.replaceAll("${", "$${");
  const variable = (of: string): string => {
    const name = `${id}_${of}`
      .toUpperCase()
      .replace(/[^A-Z0-9]+/gu, "_")
      .replace(/^(\d)/u, "_$1");
    variables.push(name);
    return `\${${name}}`;
  };
  return plain
    .replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#@]*?):([^/?#]*)@/iu, (whole, before: string, password: string) =>
      password === "" ? whole : `${before}:${variable("password")}@`,
    )
    .replace(/([?&])([^=&#]+)=([^&#]+)/gu, (whole, mark: string, name: string) =>
      NAME_OF_SECRET.test(name) && !/^ssl(?:key|rootcert|cert)$/iu.test(name)
        ? `${mark}${name}=${variable(name)}`
        : whole,
    );
}

function yaml(values: object): string {
  return dump(values, { lineWidth: -1 }).trimEnd();
}

/** The schema's path: in the project's package if installed, else in this program's. */
function schemaPlace(folder: string): string {
  const local = "node_modules/fuxi/fuxi.schema.json";
  if (existsSync(join(folder, local))) return `./${local}`;
  return packageFile("fuxi.schema.json");
}

import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { credentialVariable } from "../api-credentials.ts";
import { checkContent } from "./check-content.ts";
import { type Configuration, configurationOf } from "./configuration.ts";
import { expandVariables, readLocatedYaml } from "./expand-variables.ts";

/**
 * Targets with an unset variable are listed in `unusable`. The others can be used.
 * @throws FuxiError `configuration-invalid` that names line and key, but no value
 */
export function readConfiguration(file: string, env: NodeJS.ProcessEnv): Configuration {
  const path = resolve(file);
  const name = basename(path);
  const located = readLocatedYaml(textOf(path), name);
  const checked = checkContent(expandVariables(located.value, env), located, name);
  return configurationOf(path, checked, credentialVariable);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/u, "");
  } catch (cause) {
    throw new FuxiError("configuration-invalid", `The configuration ${path} cannot be read.`, {
      hint: "Check the path, and that you may read the file; fuxi init makes one.",
      cause,
    });
  }
}

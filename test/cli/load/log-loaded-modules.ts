import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";

/** Preloaded into a process: writes the URL of every module that it loads, line by line, into the file that LOADED_MODULES names. */
const loaded = new Set<string>();

registerHooks({
  load(url, context, next) {
    loaded.add(url);
    return next(url, context);
  },
});

process.on("exit", () => writeFileSync(process.env["LOADED_MODULES"] ?? "", [...loaded].join("\n")));

/**
 * Tools for your own agent built with the AI SDK: `createTools` makes them, `taskOf` has the texts for its prompts and the answer with its
 * evidence (docs/library.md). Needs the package `ai`.
 *
 * @packageDocumentation
 */

import "../util/needed-node.ts";

export { createTools } from "./create-tools.ts";
export { type ToolsTask, taskOf } from "./task-tools.ts";

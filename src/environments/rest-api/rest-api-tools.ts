import { callOperation } from "./tools/call-operation.ts";
import { describeOperation } from "./tools/describe-operation.ts";
import { extract } from "./tools/extract.ts";
import { findOperations } from "./tools/find-operations.ts";
import type { RestApiTool } from "./tools/rest-api-tool.ts";

/** In the order in which they are of use. */
export const restApiTools: readonly RestApiTool[] = [
  findOperations,
  describeOperation,
  callOperation,
  extract,
];

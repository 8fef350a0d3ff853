import { classTools } from "./tools/class-tools.ts";
import { count } from "./tools/count.ts";
import { describe } from "./tools/describe.ts";
import { filter } from "./tools/filter.ts";
import { findEntities } from "./tools/find-entities.ts";
import { getAttributes } from "./tools/get-attributes.ts";
import { getNeighbors } from "./tools/get-neighbors.ts";
import { getPath } from "./tools/get-path.ts";
import { getRelations } from "./tools/get-relations.ts";
import type { KnowledgeBaseTool } from "./tools/knowledge-base-tool.ts";
import { querySparql } from "./tools/query-sparql.ts";
import { setTools } from "./tools/set-tools.ts";
import { superlativeTools } from "./tools/superlative-tools.ts";
import { useValues } from "./tools/use-values.ts";
import { values } from "./tools/values.ts";

/** The paper's 7 tools under its names (Middleware, Appendix A.2), and further ones; the order is the one in which a model reads them. */
export const knowledgeBaseTools: readonly KnowledgeBaseTool[] = [
  findEntities,
  ...classTools,
  getRelations,
  getNeighbors,
  getAttributes,
  ...superlativeTools,
  filter,
  values,
  ...setTools,
  count,
  describe,
  getPath,
  querySparql,
  useValues,
];

import { getAttributes, superlativeTools, values } from "./tools/attribute-tools.ts";
import { classTools } from "./tools/class-tools.ts";
import { filter } from "./tools/filter.ts";
import { findEntities } from "./tools/find-entities.ts";
import { describe, getPath } from "./tools/get-path.ts";
import { getNeighbors, getRelations } from "./tools/get-relations.ts";
import type { KnowledgeBaseTool } from "./tools/knowledge-base-tool.ts";
import { querySparql } from "./tools/query-sparql.ts";
import { count, setTools } from "./tools/set-tools.ts";

import { useValues } from "./tools/use-values.ts";

/** The paper's 7 tools under its names (Middleware, Appendix A.2), and further ones, in the order in which a model reads them. */
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

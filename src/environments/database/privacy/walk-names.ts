import type { NamedFunction, NamedRelation, StatementNames } from "./privacy-facts.ts";

/** A node of an engine's own parse tree. */
export type TreeNode = { readonly [key: string]: unknown };
/** Folded names of the CTEs that a node can use. */
export type Scope = ReadonlySet<string>;
export type Visit = (value: unknown, scope: Scope) => void;

/** The CTEs of a WITH, and the node without them. */
export interface WithClause {
  readonly tables: readonly { readonly name: string; readonly body: unknown }[];
  /** False where each CTE can use only those before it. */
  readonly knowEachOther: boolean;
  readonly rest: TreeNode;
}

/** Finds names in the parse trees of one grammar. */
export interface TreeGrammar {
  fold(name: string): string;
  withClause(node: TreeNode): WithClause | undefined;
  /** Records the names of a node; true if it has already visited all children with names. */
  note(node: TreeNode, at: { readonly scope: Scope; readonly key: string; readonly visit: Visit }): boolean;
}

/** Collects the names in a statement by walking its tree; an unqualified name of a CTE in scope is no relation. */
export class FoundNames implements StatementNames {
  readonly relations: NamedRelation[] = [];
  readonly functions: NamedFunction[] = [];
  readonly types: { readonly schema?: string; readonly name: string }[] = [];
  readonly commonTables: string[] = [];

  walk(root: unknown, grammar: TreeGrammar): void {
    const visit = (value: unknown, scope: Scope, key = ""): void => {
      if (typeof value !== "object" || value === null) return;
      if (Array.isArray(value)) {
        for (const item of value) visit(item, scope, key);
        return;
      }
      const clause = grammar.withClause(value as TreeNode);
      const node = clause?.rest ?? (value as TreeNode);
      const inner = clause === undefined ? scope : visitTables(clause, scope);
      if (grammar.note(node, { scope: inner, key, visit })) return;
      for (const [name, child] of Object.entries(node)) visit(child, inner, name);
    };
    const visitTables = ({ tables, knowEachOther }: WithClause, scope: Scope): Scope => {
      const all = new Set([...scope, ...tables.map(({ name }) => grammar.fold(name))]);
      const seen = new Set(knowEachOther ? all : scope);
      for (const { name, body } of tables) {
        this.commonTables.push(name);
        visit(body, new Set(seen));
        seen.add(grammar.fold(name));
      }
      return all;
    };
    visit(root, new Set());
  }
}

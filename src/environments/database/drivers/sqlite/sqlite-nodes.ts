/** A node of the parser's tree. */
export type SqliteNode = { readonly [key: string]: unknown; readonly type?: string };

/** Those of a kind below a node, the outermost of each branch. */
export function nodesOf(value: unknown, type: string): readonly SqliteNode[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => nodesOf(item, type));
  const node = value as SqliteNode;
  return node.type === type ? [node] : Object.values(node).flatMap((child) => nodesOf(child, type));
}

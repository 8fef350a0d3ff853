/** Forms in which a paper's table can be printed. */
export const TABLE_FORMS = ["text", "md", "json"] as const;

export interface TableOptions {
  readonly format: (typeof TABLE_FORMS)[number];
}

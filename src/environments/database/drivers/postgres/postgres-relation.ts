/** A table or view as the catalog describes it. */
export interface PostgresRelation {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly kind: string;
  readonly comment: string | null;
  readonly visible: boolean;
  /** The planner's estimate; negative when the table was never analysed. */
  readonly estimate: number;
}

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
  /** False for a materialised view that was never refreshed. */
  readonly populated: boolean;
  /** Policies choose which rows this role sees. */
  readonly filtered: boolean;
  /** False where the role may read only some of the columns. */
  readonly allColumns: boolean;
  /** Of a foreign table, the name of the server it is on. */
  readonly server: string | null;
  /** Of a partition, the table that it is a part of. */
  readonly partOf: string | null;
}

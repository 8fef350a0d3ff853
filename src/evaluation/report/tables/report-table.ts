/** A table of texts, for every form of a report. */
export interface ReportTable {
  readonly title: string;
  /** What a reader has to know of it, in a sentence or two. */
  readonly note?: string;
  /** Columns of figures stand right. */
  readonly columns: readonly { readonly name: string; readonly figures: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** What rows are compared by, from 0; after turning a table it is a row. */
  readonly lead?:
    | { readonly column: number; readonly row?: never }
    | { readonly row: number; readonly column?: never };
}

export const words = (name: string) => ({ name, figures: false });
export const figures = (name: string) => ({ name, figures: true });

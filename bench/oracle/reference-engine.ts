/** The engine itself, asked through its own client and not through a driver of ours. */
export interface ReferenceEngine {
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}

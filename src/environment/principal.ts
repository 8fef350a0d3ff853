/** On whose behalf something runs; workspaces, artifacts and trajectories belong to one. */
export interface Principal {
  /** Stable: stored data is found by it. */
  readonly id: string;
}

/** On whose behalf something runs; workspaces, artifacts and trajectories belong to one. */
export interface Principal {
  /** Stable: what is kept is found again by it. */
  readonly id: string;
}

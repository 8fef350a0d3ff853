/** On whose behalf something runs; workspaces, artifacts and trajectories belong to one. */
export interface Principal {
  readonly id: string;
}

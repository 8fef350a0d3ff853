/** Where a figure may lie, both ends included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

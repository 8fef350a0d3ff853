/** A plot as it stands on a page. */
export interface DrawnPlot {
  readonly title: string;
  /** One `svg` element in the classes of `PLOT_STYLE`. */
  readonly svg: string;
}

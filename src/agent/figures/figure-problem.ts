/** Why a part of a source comes to nothing, in words for whoever wrote it. Given back, not thrown. */
export class FigureProblem {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** A loaded neural network that looks at square pictures. Which runtime runs it, and where its weights come from, is the caller's. */
export interface Model {
  /**
   * `pixels` are `side` rows of `side` pixels, red, green and blue in turn, scaled as the model wants them. Returns the named outputs in
   * their order, or all of them.
   */
  run(pixels: Float32Array, side: number, outputs?: readonly string[]): Promise<Float32Array[]>;
}

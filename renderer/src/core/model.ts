/** A loaded neural network with a square RGB input. The caller chooses the runtime and loads the weights. */
export interface Model {
  /**
   * Runs the network. `pixels` has `side` × `side` RGB values, ordered and scaled as the model expects. Returns the
   * named outputs in that order, or all outputs.
   */
  run(pixels: Float32Array, side: number, outputs?: readonly string[]): Promise<Float32Array[]>;
}

/** One figure of ours against its baseline. */
export interface Row {
  what: string;
  ours: string;
  baseline: string;
  ratio: number;
  target: string;
}

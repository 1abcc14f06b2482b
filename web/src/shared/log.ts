/** The only place that writes to the browser's console. */
export function logProblem(text: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- the one place
  console.warn(text, cause);
}

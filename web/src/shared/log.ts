/** The browser's console is where a page's own troubles are told; everything that does so goes through here. */
export function logProblem(text: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- the one place
  console.warn(text, cause);
}
